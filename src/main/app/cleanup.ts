// What has to be closed again, in reverse order of opening: the same for a start that fails and for a normal stop.

export interface Cleanup {
  /** Registers how to close what was just opened. */
  readonly defer: (name: string, close: () => void | Promise<void>) => void;
  /** Closes everything once. A failure is reported, and the rest is closed all the same. */
  readonly closeAll: () => Promise<void>;
  readonly isClosing: () => boolean;
}

export function createCleanup(report: (where: string, error: unknown) => void): Cleanup {
  const steps: { readonly name: string; readonly close: () => void | Promise<void> }[] = [];
  let closing: Promise<void> | undefined;

  async function closeEach(): Promise<void> {
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step.close();
      } catch (error) {
        report(`shutdown of ${step.name}`, error);
      }
    }
  }

  return {
    defer: (name, close) => void steps.push({ name, close }),
    closeAll: () => (closing ??= closeEach()),
    isClosing: () => closing !== undefined,
  };
}
