// Progress: one line that counts on a terminal, a line for each tenth elsewhere.

export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly write: (text: string) => unknown;
}

export function createProgress(total: number, stream: ProgressStream): (done: number) => void {
  let told = 0;
  return (done) => {
    if (stream.isTTY === true) {
      stream.write(`\r${done} of ${total} rows${done >= total ? "\n" : ""}`);
      return;
    }
    const tenth = Math.floor((done / total) * 10);
    if (tenth > told) stream.write(`${done} of ${total} rows\n`);
    told = tenth;
  };
}
