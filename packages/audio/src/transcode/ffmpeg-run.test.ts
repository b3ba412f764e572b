import { EventEmitter, getEventListeners } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { SpeechError } from '@parlance/core/errors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { joinBytes } from '../codec/join-bytes.ts';
import { type FfmpegRun, runFfmpeg } from './ffmpeg-run.ts';

/** More than the buffers between the process and its reader hold. */
const OUTPUT = Array.from({ length: 32 }, (_, index) => new Uint8Array(65_536).fill(index));

/** A command of fluent-ffmpeg that records its calls, and ends when the test says so. */
class Command extends EventEmitter {
  readonly told: unknown[] = [];
  readonly kills: string[] = [];
  target: Writable | undefined;
  constructor(...source: unknown[]) {
    super();
    this.told.push(...source);
  }
  setFfmpegPath(path: string): this {
    this.told.push(path);
    return this;
  }
  inputOptions(options: readonly string[]): this {
    this.told.push(options);
    return this;
  }
  outputOptions(options: readonly string[]): this {
    this.told.push(options);
    return this;
  }
  output(target: Writable, options: unknown): this {
    this.target = target;
    this.told.push(options);
    return this;
  }
  run(): void {
    onRun(this);
  }
  kill(signal: string): void {
    this.kills.push(signal);
  }
  write(pieces: readonly Uint8Array[]): void {
    if (this.target !== undefined)
      Readable.from(pieces, { objectMode: false }).pipe(this.target, { end: false });
  }
}
const commands: Command[] = [];
let onRun: (command: Command) => void;
vi.mock('fluent-ffmpeg', () => ({
  default: (...source: unknown[]) => {
    const command = new Command(...source);
    commands.push(command);
    return command;
  },
}));
beforeEach(() => {
  commands.length = 0;
  // It reports the end of its process at once, as the wrapper does even if nobody has read the output yet.
  onRun = (command) => {
    command.write(OUTPUT);
    command.emit('end');
  };
});
afterEach(() => void vi.useRealTimers());

const run = (more: Partial<FfmpegRun> = {}) =>
  runFfmpeg({
    ...{ binary: 'ffmpeg', input: 'recording.m4a', inputOptions: ['-in'], outputOptions: ['-out'] },
    timeoutMs: 60_000,
    refusal: () => new SpeechError('TRANSCODER_FAILED', 'It failed.'),
    ...more,
  });

it('returns all output of a process that ended before it was read', async () => {
  const read = joinBytes(await Array.fromAsync(run()));
  expect(Buffer.compare(read, joinBytes(OUTPUT))).toBe(0);
  expect(commands.map(({ told }) => told)).toEqual([
    ['recording.m4a', { stdoutLines: 1 }, 'ffmpeg', ['-in'], ['-out'], { end: false }],
  ]);
});

it('starts no process if it is already aborted', async () => {
  const signal = AbortSignal.abort();
  await expect(Array.fromAsync(run({ signal }))).rejects.toMatchObject({ code: 'ABORTED' });
  expect(commands).toEqual([]);
});

it('throws the error of the run if the process fails, and releases everything', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onRun = (command) => {
    command.write(OUTPUT.slice(0, 1));
    setImmediate(() => command.emit('error', new Error('It ended with status 1.')));
  };
  const { signal } = new AbortController();
  const input = Readable.from([]);
  await expect(Array.fromAsync(run({ signal, input }))).rejects.toMatchObject({ message: 'It failed.' });
  expect(input.destroyed).toBe(true);
  expect(commands[0]?.kills).toContain('SIGKILL');
  expect(commands[0]?.target?.destroyed).toBe(true);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('kills its process when it is aborted, even if that starts later', async () => {
  const control = new AbortController();
  onRun = (command) => {
    control.abort();
    expect(command.kills).toEqual(['SIGKILL']);
    command.emit('start');
    expect(command.kills).toEqual(['SIGKILL', 'SIGKILL']);
  };
  await expect(Array.fromAsync(run({ signal: control.signal }))).rejects.toMatchObject({ code: 'ABORTED' });
});

it('does not kill a process that starts normally', async () => {
  let kills: readonly string[] = ['?'];
  onRun = (command) => {
    command.emit('start');
    kills = [...command.kills];
    command.write(OUTPUT);
    command.emit('end');
  };
  await Array.fromAsync(run());
  expect(kills).toEqual([]);
});

it('kills its process at the time limit, and reports the limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onRun = (command) => {
    vi.advanceTimersByTime(59_999);
    expect(command.kills).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(command.kills).toEqual(['SIGKILL']);
  };
  await expect(Array.fromAsync(run())).rejects.toMatchObject({
    code: 'TRANSCODER_FAILED',
    details: { timeoutMs: 60_000 },
  });
});

it('kills its process when the reader stops reading', async () => {
  onRun = (command) => command.write(OUTPUT);
  const input = Readable.from([]);
  for await (const bytes of run({ input })) {
    expect(bytes.length).toBeGreaterThan(0);
    break;
  }
  expect(commands[0]?.kills).toEqual(['SIGKILL']);
  expect(commands[0]?.target?.destroyed).toBe(true);
  expect(input.destroyed).toBe(true);
});
