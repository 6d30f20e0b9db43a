// Bytes: collects the parts of a message that arrives in pieces.

/** A buffer of one byte costs a hundred, so that a client who sends single bytes would otherwise multiply its message. */
const mostParts = 512;

/** A class and not closures, because every request makes one. */
export class ByteCollector {
  #parts: Buffer[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#parts.length > mostParts) this.#parts = [this.#joined()];
  }

  /** Everything collected; the collector is empty afterwards. */
  take(): Buffer {
    const bytes = this.#joined();
    this.#parts = [];
    this.#length = 0;
    return bytes;
  }

  #joined(): Buffer {
    const [only] = this.#parts;
    return this.#parts.length === 1 && only !== undefined ? only : Buffer.concat(this.#parts, this.#length);
  }
}
