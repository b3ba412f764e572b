import type { Readable } from 'node:stream';

/** Enough for the error message of a native loader and the output of an abort. */
const MAX_LINES = 20;
const MAX_LINE_CHARS = 300;

/** The last lines that a child wrote: native code reports errors only on stderr, right before it ends the process. */
export class ChildOutput {
  #lines: string[] = [];
  #open = '';

  /** Reads the stream to its end without keeping this process alive for it. */
  follow(stream: Readable | null): void {
    if (!stream) return;
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => this.#append(text));
    // It is expected that a pipe breaks when its child dies.
    stream.on('error', () => {});
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  }

  /** @returns the last non-empty lines, oldest first, each cut to 300 characters; empty if there are none */
  tail(lines: number): string {
    return [...this.#lines, this.#open.trim()]
      .filter((line) => line !== '')
      .slice(-lines)
      .map((line) => line.slice(0, MAX_LINE_CHARS))
      .join('\n');
  }

  #append(text: string): void {
    const parts = (this.#open + text).split('\n');
    this.#open = (parts.pop() ?? '').slice(-MAX_LINE_CHARS);
    const complete = parts.map((line) => line.trim()).filter((line) => line !== '');
    this.#lines = [...this.#lines, ...complete].slice(-MAX_LINES);
  }
}
