import { EventEmitter } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { SpeechError } from '@parlance/core/errors';
import { expect, it, vi } from 'vitest';
import { joinBytes } from '../codec/join-bytes.ts';
import { runFfmpeg } from './ffmpeg-run.ts';

/** More than the buffers between the process and its reader hold. */
const OUTPUT = Array.from({ length: 32 }, (_, index) => new Uint8Array(65_536).fill(index));

/** Reports the end of its process at once, as the wrapper does even if nobody has read the output yet. */
class EndedCommand extends EventEmitter {
  #target: Writable | undefined;
  setFfmpegPath(): this {
    return this;
  }
  inputOptions(): this {
    return this;
  }
  outputOptions(): this {
    return this;
  }
  output(target: Writable): this {
    this.#target = target;
    return this;
  }
  run(): void {
    if (this.#target !== undefined)
      Readable.from(OUTPUT, { objectMode: false }).pipe(this.#target, { end: false });
    this.emit('end');
  }
  kill(): void {}
}
vi.mock('fluent-ffmpeg', () => ({ default: () => new EndedCommand() }));

it('returns all output of a process that ended before it was read', async () => {
  const pieces = runFfmpeg({
    binary: 'ffmpeg',
    input: 'recording.m4a',
    inputOptions: [],
    outputOptions: [],
    timeoutMs: 60_000,
    refusal: () => new SpeechError('TRANSCODER_FAILED', 'It failed.'),
  });
  const read = joinBytes(await Array.fromAsync(pieces));
  expect(Buffer.compare(read, joinBytes(OUTPUT))).toBe(0);
});
