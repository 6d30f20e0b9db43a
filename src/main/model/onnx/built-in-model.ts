// Written by npm run train: the model files this version was built with. A file with another hash is never used.
export const builtInModel = {
  version: "f72864-6f2ec6",
  calls: { file: "risk.onnx", sha256: "f72864e88b74399da17ab30139a3d22501d869b2d4e90ee461d9745f9122da38" },
  texts: { file: "text.onnx", sha256: "6f2ec6f12ab3bc73198df865ac27ec42f1a6732acf3987cec40030fbb2a603af" },
} as const;
