import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderAudioStore } from '@parlance/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import type { AudioStore } from '../src/storage/index.ts';
import {
  type Checkpoint,
  checkpointPcm,
  readCheckpoints,
  readCheckpointWords,
  removeCheckpoints,
  type SynthesisPosition,
  writeCheckpoint,
  writeCheckpointWords,
} from '../src/synthesis/batch/synthesis-checkpoints.ts';
import { overriding } from './support/overriding.ts';
import { bytesOf, write } from './support/synthesis-bench.ts';

const ID = 'id1';
const RATE_HZ = 8000;

async function openStore(): Promise<AudioStore> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-checkpoints-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return openFolderAudioStore(folder, { reserveBytes: 0 });
}

const at = (samples: number): SynthesisPosition => ({
  ...{ segments: samples / 100, fingerprint: samples + 1, characters: samples / 10 },
  ...{ samples, leadSamples: null },
});
/** Checkpoints of 300 samples each, one after another. */
const checkpointAt = (index: number): Checkpoint => ({
  ...{ index, sampleRateHz: RATE_HZ, from: at(300 * index), to: at(300 * (index + 1)) },
});
/** The samples of a checkpoint, in two pieces. */
const pcmAt = (index: number) => [new Uint8Array(200).fill(index), new Uint8Array(400).fill(index + 100)];
async function writeAll(audio: AudioStore, checkpoints: readonly Checkpoint[]): Promise<void> {
  for (const checkpoint of checkpoints)
    await writeCheckpoint(audio, ID, { checkpoint, pcm: pcmAt(checkpoint.index) });
}
const pcmOf = async (audio: AudioStore, checkpoint: Checkpoint) =>
  Buffer.concat(await Array.fromAsync(checkpointPcm(audio, ID, checkpoint)));
const read = (audio: AudioStore) => readCheckpoints(audio, ID, RATE_HZ);

describe('the checkpoints of a synthesis', () => {
  it('are found in order, with the audio that was stored', async () => {
    const audio = await openStore();
    const checkpoints = [0, 1, 2].map(checkpointAt);
    expect(await read(audio)).toEqual([]);
    await writeAll(audio, checkpoints);
    expect(await read(audio)).toEqual(checkpoints);
    expect(await audio.list('work')).toEqual([0, 1, 2].map((index) => `work/${ID}/0000000${index}`));
    for (const checkpoint of checkpoints)
      expect(await pcmOf(audio, checkpoint)).toEqual(Buffer.concat(pcmAt(checkpoint.index)));
    expect(await readCheckpoints(audio, 'id2', RATE_HZ)).toEqual([]);
  });

  it.each<{ readonly name: string; readonly stored: readonly Checkpoint[]; readonly found: number }>([
    { name: 'one that is missing', stored: [checkpointAt(0), checkpointAt(2)], found: 1 },
    { name: 'the first, if it is missing', stored: [checkpointAt(1)], found: 0 },
    {
      name: 'the first, if it does not begin at the beginning',
      stored: [{ ...checkpointAt(0), from: at(300), to: at(600) }],
      found: 0,
    },
    {
      name: 'one of another rate',
      stored: [checkpointAt(0), { ...checkpointAt(1), sampleRateHz: 16_000 }, checkpointAt(2)],
      found: 1,
    },
    {
      name: 'one that does not begin where the one before ends',
      stored: [checkpointAt(0), { ...checkpointAt(1), from: { ...at(300), fingerprint: 9 } }],
      found: 1,
    },
  ])('end before $name', async ({ stored, found }) => {
    const audio = await openStore();
    await writeAll(audio, stored);
    expect(await read(audio)).toEqual(stored.slice(0, found));
  });

  it.each<{ readonly name: string; readonly harm: (bytes: Buffer) => Uint8Array }>([
    { name: 'too short', harm: (bytes) => bytes.subarray(0, -1) },
    { name: 'too long', harm: (bytes) => Buffer.concat([bytes, Buffer.of(1)]) },
    { name: 'of another version', harm: (bytes) => replaced(bytes, '"version":1', '"version":2') },
    { name: 'of another place', harm: (bytes) => replaced(bytes, '"index":1', '"index":2') },
    { name: 'not JSON', harm: (bytes) => replaced(bytes, '{', '[') },
    { name: 'without a line', harm: (bytes) => replaced(bytes, '\n', ' ') },
    { name: 'empty', harm: () => new Uint8Array() },
  ])('end before one that is $name', async ({ harm }) => {
    const audio = await openStore();
    await writeAll(audio, [0, 1].map(checkpointAt));
    const name = `work/${ID}/00000001`;
    const bytes = await bytesOf(await audio.open(name));
    await write(audio, name, harm(bytes));
    expect(await read(audio)).toEqual([checkpointAt(0)]);
  });

  it('are read by their heads alone, however much audio they hold', async () => {
    const audio = await openStore();
    await writeAll(audio, [checkpointAt(0)]);
    const ranges: unknown[] = [];
    const watched = overriding<AudioStore>(audio, {
      async open(name) {
        const stored = await audio.open(name);
        if (stored === undefined) return undefined;
        return {
          bytes: stored.bytes,
          read(range) {
            ranges.push(range);
            return stored.read(range);
          },
        };
      },
    });
    const { bytes = 0 } = (await audio.open(`work/${ID}/00000000`)) ?? {};
    expect(await read(watched)).toHaveLength(1);
    expect(ranges).toEqual([{ start: 0, end: bytes - 1 }]);
    await writeCheckpoint(audio, ID, {
      checkpoint: { ...checkpointAt(0), to: at(30_000) },
      pcm: [new Uint8Array(60_000)],
    });
    expect(await read(watched)).toHaveLength(1);
    expect(ranges[1]).toEqual({ start: 0, end: 4095 });
  });
});

function replaced(bytes: Buffer, one: string, other: string): Uint8Array {
  return Buffer.from(bytes.toString('latin1').replace(one, other), 'latin1');
}

describe('the audio of a checkpoint', () => {
  it.each<{ readonly name: string; readonly now: Checkpoint | undefined }>([
    { name: 'is gone', now: undefined },
    { name: 'was overwritten', now: { ...checkpointAt(0), to: { ...at(300), fingerprint: 9 } } },
  ])('is refused if it $name', async ({ now }) => {
    const audio = await openStore();
    if (now !== undefined) await writeAll(audio, [now]);
    await expect(pcmOf(audio, checkpointAt(0))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { requestId: ID, index: 0 },
    });
  });

  it('is refused if its file ends early', async () => {
    const store = await openStore();
    await writeAll(store, [checkpointAt(0)]);
    const audio = overriding<AudioStore>(store, {
      async open(name) {
        const stored = await store.open(name);
        if (stored === undefined) return undefined;
        const { bytes } = stored;
        return {
          bytes,
          read: ({ start, end } = { start: 0, end: bytes - 1 }) =>
            stored.read({ start, end: start === 0 ? end : end - 2 }),
        };
      },
    });
    await expect(pcmOf(audio, checkpointAt(0))).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });
});

it('leaves nothing behind if a checkpoint cannot be written', async () => {
  const store = await openStore();
  let aborts = 0;
  const full = new SpeechError('STORAGE_FULL', 'No room.');
  const audio = overriding<AudioStore>(store, {
    async create(name, options) {
      const sink = await store.create(name, options);
      return overriding(sink, {
        async write(bytes) {
          if (bytes.length === 400) throw full;
          await sink.write(bytes);
        },
        async abort() {
          aborts += 1;
          await sink.abort();
          throw new Error('The disk is gone.');
        },
      });
    },
  });
  await expect(writeAll(audio, [checkpointAt(0)])).rejects.toBe(full);
  expect([aborts, await store.list('work')]).toEqual([1, []]);
});

describe('the words of a checkpoint', () => {
  const words = [{ text: 'One.', start: 0, end: 4, startTime: 0.1, endTime: 0.4 }];

  it('are found again', async () => {
    const audio = await openStore();
    await writeCheckpointWords(audio, ID, { index: 1, words });
    expect(await readCheckpointWords(audio, ID, 1)).toEqual(words);
    expect(await readCheckpointWords(audio, ID, 0)).toBeUndefined();
    expect(await audio.list('work')).toEqual([`work/${ID}/00000001.words`]);
  });

  it('are not there if they cannot be read', async () => {
    const audio = await openStore();
    await write(audio, `work/${ID}/00000000.words`, Buffer.from('[{'));
    expect(await readCheckpointWords(audio, ID, 0)).toBeUndefined();
  });
});

it('removes all of a request and nothing of another', async () => {
  const audio = await openStore();
  await writeAll(audio, [0, 1].map(checkpointAt));
  await writeCheckpointWords(audio, ID, { index: 0, words: [] });
  await writeCheckpoint(audio, 'id2', { checkpoint: checkpointAt(0), pcm: pcmAt(0) });
  await removeCheckpoints(audio, ID);
  expect(await audio.list('work')).toEqual(['work/id2/00000000']);
  await removeCheckpoints(audio, ID);
});
