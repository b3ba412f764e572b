import { readFileSync } from 'node:fs';
import { SpeechError } from '@parlance/core/errors';
import { seededRandom, TEST_SEED } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAMAGES } from './damaged-bytes.ts';
import { openRecordingBench, type RecordingBench } from './recording-bench.ts';

const FORMATS = ['mp3', 'flac', 'ogg', 'opus'];
const FILES = 300;
/** Enough that two workers are always busy. */
const AT_ONCE = 4;
/** The allowed errors; any other result is a bug. */
const CLEAR_ERRORS = ['AUDIO_NOT_READABLE', 'AUDIO_TOO_LONG'];
const TEST_TIMEOUT_MS = 600_000;

/** Not a Buffer, whose slices share its memory. */
const fixture = (format: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/recordings/train.${format}`, import.meta.url)));

describe('300 damaged recordings', () => {
  let bench: RecordingBench;
  beforeAll(() => {
    bench = openRecordingBench();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  it.each(FORMATS)(
    'of %s are read or refused with a clear error, and none ends or hangs its worker',
    async (format) => {
      const whole = fixture(format);
      const other = fixture(FORMATS[(FORMATS.indexOf(format) + 1) % FORMATS.length] ?? '');
      const outcomes = new Map<string, number>();
      const readOne = async (index: number): Promise<void> => {
        const random = seededRandom(TEST_SEED + index);
        const damage = DAMAGES[index % DAMAGES.length];
        const outcome = await outcomeOf(bench, damage?.(whole, random, other) ?? whole);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      };
      const indexes = Array.from({ length: FILES }, (_, index) => index).values();
      const reader = async (): Promise<void> => {
        for (const index of indexes) await readOne(index);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, reader));
      const known = ['read', ...CLEAR_ERRORS];
      expect([...outcomes.keys()].filter((outcome) => !known.includes(outcome))).toEqual([]);
      // If all of them were refused at once, the decoders would not have been tested.
      expect(outcomes.get('read')).toBeGreaterThan(FILES / 4);
      expect(outcomes.get('AUDIO_NOT_READABLE')).toBeGreaterThan(0);
      expect(bench.incidents).toEqual([]);
      expect(await bench.spooled()).toEqual([]);
      // The same workers still read an intact file.
      expect(await outcomeOf(bench, whole)).toBe('read');
    },
    TEST_TIMEOUT_MS,
  );
});

async function outcomeOf({ reader }: RecordingBench, bytes: Uint8Array): Promise<string> {
  try {
    const recording = await reader.open(bytes, { maxSeconds: 60 });
    try {
      for await (const window of recording.samples(16_000)) {
        if (window.some((sample) => !(Math.abs(sample) <= 1))) return 'samples out of range';
      }
    } finally {
      await recording.close();
    }
    return 'read';
  } catch (error) {
    return SpeechError.is(error) ? error.code : String(error);
  }
}
