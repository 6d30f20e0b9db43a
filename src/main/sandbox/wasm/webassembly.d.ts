// The part of WebAssembly's types that is used here: TypeScript has them only together with the browser's.
declare namespace WebAssembly {
  class Module {
    private constructor();
    static imports(module: Module): readonly { module: string; name: string; kind: string }[];
  }
  class Instance {
    private constructor();
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class Memory {
    private constructor();
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
  function instantiate(module: Module, imports: Record<string, object>): Promise<Instance>;
}
