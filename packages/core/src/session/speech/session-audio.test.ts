import { describe, expect, it } from 'vitest';
import { createSessionAudio } from './session-audio.ts';

/** A queue of pieces of 4 bytes, which pauses above 8 and continues at 4, and what it tells. */
function openAudio() {
  const told: string[] = [];
  const audio = createSessionAudio({
    pieceBytes: 4,
    highBytes: 8,
    lowBytes: 4,
    onPause: () => void told.push('pause'),
    onResume: () => void told.push('resume'),
    onInputDrained: () => void told.push('drained'),
  });
  const pieces = audio[Symbol.asyncIterator]();
  const next = async (): Promise<readonly number[] | 'end'> => {
    const { value, done } = await pieces.next();
    return done === true ? 'end' : [...value];
  };
  return { audio, told, next };
}

const bytes = (from: number, count: number) => Uint8Array.from({ length: count }, (_, at) => from + at);

describe('the audio of a session', () => {
  it('is delivered in order, in pieces of limited length', async () => {
    const { audio, told, next } = openAudio();
    audio.push(bytes(0, 6));
    audio.push(bytes(6, 2));
    audio.end();
    expect([await next(), await next(), await next(), await next()]).toEqual([
      [0, 1, 2, 3],
      [4, 5],
      [6, 7],
      'end',
    ]);
    expect([told, audio.isFinished]).toEqual([[], true]);
  });

  it('stops its source above the upper limit, and lets it continue at the lower one', async () => {
    const { audio, told, next } = openAudio();
    audio.push(bytes(0, 8));
    expect(told).toEqual([]);
    audio.push(bytes(8, 1));
    audio.push(bytes(9, 3));
    expect(told).toEqual(['pause']);
    await next();
    expect(told).toEqual(['pause']);
    await next();
    await next();
    expect(told).toEqual(['pause', 'resume']);
    audio.push(bytes(12, 8));
    expect(told).toEqual(['pause', 'resume', 'pause']);
  });

  it('is awaited once everything was delivered, and asked for', async () => {
    const { audio, told, next } = openAudio();
    const waiting = next();
    await new Promise(setImmediate);
    expect(told).toEqual(['drained']);
    audio.push(bytes(0, 1));
    expect(await waiting).toEqual([0]);
    const last = next();
    await new Promise(setImmediate);
    expect([told, audio.isFinished]).toEqual([['drained', 'drained'], false]);
    audio.end();
    expect([await last, audio.isFinished]).toEqual(['end', true]);
  });

  it('ends an iteration at each cut, and goes on in the next', async () => {
    const { audio, next, told } = openAudio();
    audio.push(bytes(0, 2));
    audio.cut();
    audio.push(bytes(2, 1));
    expect(await next()).toEqual([0, 1]);
    expect(await next()).toBe('end');
    expect(audio.isFinished).toBe(false);
    const rest = audio[Symbol.asyncIterator]();
    expect((await rest.next()).value).toEqual(bytes(2, 1));
    const waiting = rest.next();
    audio.cut();
    expect(await waiting).toMatchObject({ done: true });
    // A cut counts as a piece.
    for (let cut = 0; cut < 3; cut += 1) audio.cut();
    expect(told.at(-1)).toBe('pause');
  });
});
