import { evenAligner, fakeSynthesisEngine } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { AudioStore } from '../src/storage/index.ts';
import {
  runSynthesisJob,
  type SynthesisProgress,
  submitSynthesis,
  synthesizeSpeech,
} from '../src/synthesis/index.ts';
import { going } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import {
  continuesAfter,
  open,
  resultOf,
  SCRIPT,
  stopAfter,
  submit,
  TEXT,
  undisturbed,
  VOICES,
  WAV,
} from './support/resuming.ts';
import {
  batchInput,
  bytesOf,
  ID,
  longText,
  type SynthesisBench,
  VOICE,
  write,
} from './support/synthesis-bench.ts';

/** What may become of a checkpoint's bytes. */
const HARMS: readonly { readonly name: string; readonly harm: (bytes: Buffer) => Buffer }[] = [
  { name: 'cut short', harm: (bytes) => bytes.subarray(0, bytes.length - 2) },
  {
    name: 'of a text that is cut otherwise now',
    harm: (bytes) =>
      Buffer.from(bytes.toString('latin1').replaceAll('"fingerprint":', '"fingerprint":1'), 'latin1'),
  },
  {
    name: 'of another version',
    harm: (bytes) => Buffer.from(bytes.toString('latin1').replace('"version":1', '"version":0'), 'latin1'),
  },
  { name: 'no checkpoint at all', harm: () => Buffer.from('not JSON') },
  { name: 'empty', harm: () => Buffer.alloc(0) },
];

describe('a synthesis that is started again', () => {
  it.each([
    { name: 'WAV', input: WAV },
    { name: 'SSML', input: SCRIPT },
  ])('continues after its last checkpoint and makes the same $name, byte for byte', async ({ input }) => {
    const { bytes, checkpoints } = await undisturbed(input);
    expect(checkpoints).toBeGreaterThanOrEqual(2);
    await continuesAfter(checkpoints, input, bytes);
  });

  it('makes the audio that an in-process caller gets at once', async () => {
    const { bytes } = await undisturbed(WAV);
    await using bench = await open();
    const order = {
      text: TEXT,
      voice: bench.engine.voices[0] ?? VOICE,
      format: { container: 'wav', sampleRateHz: 8000 },
      speed: 1,
      latency: 'natural',
      streaming: false,
    } as const;
    const pieces = await Array.fromAsync(synthesizeSpeech(bench.ports, order, new AbortController().signal));
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });

  it.each(HARMS)('makes again what is $name', async ({ harm }) => {
    const whole = await undisturbed(WAV);
    await using bench = await open();
    await submit(bench, WAV);
    await stopAfter(bench, 2);
    const [first = ''] = await bench.ports.audio.list(`work/${ID}`);
    await write(bench.ports.audio, first, harm(await bytesOf(await bench.ports.audio.open(first))));
    await runSynthesisJob(bench.ports, ID, going(2));
    expect((await resultOf(bench)).equals(whole.bytes)).toBe(true);
  });

  it('is not affected if another worker overwrites the checkpoints behind it', async () => {
    await using bench = await open();
    await submit(bench, WAV);
    let overwriting: Promise<void> | undefined;
    const onProgress = (): void => {
      overwriting ??= write(bench.ports.audio, `work/${ID}/00000000`, Buffer.from('{}\n'));
    };
    await runSynthesisJob({ ...bench.ports, onProgress }, ID, going());
    await overwriting;
    const whole = await undisturbed(WAV);
    expect((await resultOf(bench)).equals(whole.bytes)).toBe(true);
  });

  it('is started again if another worker overwrites a checkpoint that it reads, and then ends', async () => {
    await using bench = await open();
    await submit(bench, WAV);
    await stopAfter(bench, 2);
    const name = `work/${ID}/00000000`;
    let opened = 0;
    const audio = overriding<AudioStore>(bench.ports.audio, {
      async open(asked) {
        // Once to see how far it goes, then for its audio.
        if (asked === name && ++opened === 2) await write(bench.ports.audio, name, Buffer.from('{}\n'));
        return bench.ports.audio.open(asked);
      },
    });
    await expect(runSynthesisJob({ ...bench.ports, audio }, ID, going(2))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
    });
    await runSynthesisJob(bench.ports, ID, going(3));
    const whole = await undisturbed(WAV);
    expect((await resultOf(bench)).equals(whole.bytes)).toBe(true);
    expect(await bench.records.syntheses.get(ID)).toMatchObject({ failedAttempts: 0 });
  });

  it('holds no more of a long text than a checkpoint and the running units', async () => {
    await using bench = await open();
    await submit(bench, { ...WAV, text: longText(30) });
    const checkpointBytes: number[] = [];
    const unitsAhead: number[] = [];
    const audio = overriding<AudioStore>(bench.ports.audio, {
      async create(name, options) {
        const sink = await bench.ports.audio.create(name, options);
        let heldBytes = 0;
        return overriding(sink, {
          async write(bytes) {
            if (name.startsWith('work/')) {
              if (heldBytes === 0) {
                const { to } = JSON.parse(Buffer.from(bytes).toString('latin1').split('\n')[0] ?? '');
                unitsAhead.push(bench.engine.calls.length - to.segments);
              }
              heldBytes += bytes.length;
            }
            await sink.write(bytes);
          },
          async commit(...header) {
            checkpointBytes.push(heldBytes);
            return sink.commit(...header);
          },
        });
      },
    });
    await runSynthesisJob({ ...bench.ports, audio }, ID, going());
    expect((await bench.records.syntheses.get(ID))?.audio?.durationSeconds).toBeGreaterThan(140);
    expect(unitsAhead.length).toBeGreaterThan(5);
    expect(Math.max(...unitsAhead)).toBeLessThanOrEqual(2 * bench.engine.capabilities.concurrency);
    // 20 s of 16-bit audio and the rest of the sentence that passes them.
    expect(Math.max(...checkpointBytes)).toBeLessThan(30 * VOICE.nativeRateHz * 2);
  });

  it('stores a checkpoint of a fast voice after two minutes of audio or two seconds, whichever is first', async () => {
    await using bench = await open();
    await submit(bench, { ...WAV, text: longText(60) });
    const told: number[] = [];
    const onProgress = ({ doneCharacters }: SynthesisProgress): void => {
      told.push(doneCharacters);
      // From the second one on, units take their time.
      if (told.length === 1) bench.clock.advance(2000);
    };
    await runSynthesisJob({ ...bench.ports, clock: bench.clock, onProgress }, ID, going());
    const { durationSeconds = 0 } = (await bench.records.syntheses.get(ID))?.audio ?? {};
    expect(durationSeconds).toBeGreaterThan(250);
    expect(durationSeconds).toBeLessThan(360);
    const secondsOf = (characters: number): number => (characters / longText(60).length) * durationSeconds;
    expect(told.length).toBe(3);
    expect(secondsOf(told[0] ?? 0)).toBeGreaterThan(110);
    expect(secondsOf((told[1] ?? 0) - (told[0] ?? 0))).toBeLessThan(40);
    expect(secondsOf((told[2] ?? 0) - (told[1] ?? 0))).toBeGreaterThan(110);
  });

  it('fails, and is not started again, if a WAV header could not state its size', async () => {
    await using bench = await open();
    await submit(bench, WAV);
    await stopAfter(bench, 1);
    const [first = ''] = await bench.ports.audio.list(`work/${ID}`);
    const kept = await bytesOf(await bench.ports.audio.open(first));
    // Days of speech before its end: so much is not really written here.
    const daysBefore = 3_000_000_000;
    const head = JSON.parse(kept.toString('latin1').split('\n')[0] ?? '');
    const samples = head.to.samples;
    const audio = overriding<AudioStore>(bench.ports.audio, {
      async open(name) {
        const stored = await bench.ports.audio.open(name);
        if (stored === undefined || name !== first) return stored;
        head.to.samples = daysBefore + samples;
        const forged = Buffer.from(`${JSON.stringify(head)}\n`);
        return {
          bytes: forged.length + head.to.samples * 2,
          read: async function* () {
            yield forged;
          },
        };
      },
    });
    await runSynthesisJob({ ...bench.ports, audio }, ID, going(2));
    expect(await bench.records.syntheses.get(ID)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'AUDIO_TOO_LONG' },
    });
  });
});

describe('the words of a synthesis that is started again', () => {
  const withWords = async () => {
    const bench = await open();
    const ports = { ...bench.ports, alignerFor: () => evenAligner() };
    await submitSynthesis(ports, batchInput({ ...WAV, text: TEXT, timings: 'word' }), bench.app);
    return { ...bench, ports };
  };
  const wordsOf = async (bench: SynthesisBench) => {
    const record = await bench.records.syntheses.get(ID);
    expect(record).toMatchObject({ status: 'COMPLETED', failure: null });
    const names = [record?.audio?.objectName, record?.audio?.words?.jsonName, record?.audio?.words?.vttName];
    expect(await bench.objects()).toEqual(names.toSorted());
    const texts = names.map(async (name = '') =>
      (await bytesOf(await bench.ports.audio.open(name))).toString('latin1'),
    );
    return Promise.all(texts);
  };

  it('are those of one without a restart', async () => {
    await using undisturbed = await withWords();
    await runSynthesisJob(undisturbed.ports, ID, going());
    const whole = await wordsOf(undisturbed);
    await using bench = await withWords();
    await stopAfter(bench, 1);
    await stopAfter(bench, 1, 2);
    await runSynthesisJob(bench.ports, ID, going(3));
    expect(await wordsOf(bench)).toEqual(whole);
    const { words } = JSON.parse(whole[1] ?? '') as { words: { text: string }[] };
    expect(words.map(({ text }) => text).join(' ')).toBe(TEXT);
  });

  it('are found again if a checkpoint has lost its own', async () => {
    await using undisturbed = await withWords();
    await runSynthesisJob(undisturbed.ports, ID, going());
    await using bench = await withWords();
    await stopAfter(bench, 2);
    const [lost = ''] = (await bench.ports.audio.list(`work/${ID}`)).filter((name) =>
      name.endsWith('.words'),
    );
    await write(bench.ports.audio, lost, new TextEncoder().encode('['));
    await runSynthesisJob(bench.ports, ID, going(2));
    expect(await wordsOf(bench)).toEqual(await wordsOf(undisturbed));
  });

  it('are found again, and the audio made again, if the text is divided otherwise by now', async () => {
    const short = fakeSynthesisEngine({ voices: VOICES, capabilities: { maxUnitChars: 40 } });
    await using undisturbed = await withWords();
    await runSynthesisJob({ ...undisturbed.ports, engineOf: () => short }, ID, going());
    const whole = await wordsOf(undisturbed);
    await using bench = await withWords();
    await stopAfter(bench, 2);
    await runSynthesisJob({ ...bench.ports, engineOf: () => short }, ID, going(2));
    // Not compared by `toEqual`, which takes minutes to show how a file of megabytes differs.
    expect((await wordsOf(bench)).map((text, index) => text === whole[index])).toEqual([true, true, true]);
  });
});
