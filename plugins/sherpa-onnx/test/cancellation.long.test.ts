import type { EngineCallOptions } from '@parlance/core/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasModels } from './installed-models.ts';
import { openRecognition, openSynthesis } from './open-engines.ts';

const LONG_TEXT =
  'She walked along the shore until the light was gone, and then she turned and went the whole way back.';
const UNITS = 5;
const RATE_HZ = 16_000;

type Call = Pick<EngineCallOptions, 'signal' | 'onStart' | 'onEnd'>;

/** One worker, so that a unit waits for the one before: which units begin, and when, is in the log. */
interface Subject {
  readonly call: (options: Call) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

async function synthesis(): Promise<Subject> {
  const engine = await openSynthesis();
  const unit = { text: LONG_TEXT, voiceCode: 'joe', speed: 1 };
  return {
    call: (options) => Array.fromAsync(engine.synthesize(unit, options)),
    close: () => engine.close(),
  };
}

async function recognition(): Promise<Subject> {
  const engine = await openRecognition();
  const samples = Float32Array.from({ length: 6 * RATE_HZ }, (_, index) => Math.sin(index / 9) / 4);
  return {
    call: (options) => engine.recognize(samples, options),
    close: () => engine.close(),
  };
}

describe.skipIf(!hasModels).each([
  ['synthesis by joe', synthesis],
  ['recognition by Moonshine', recognition],
] as const)('giving up %s', { timeout: 120_000 }, (_name, open) => {
  let subject: Subject;

  beforeEach(async () => {
    subject = await open();
  });

  afterEach(() => subject.close());

  it('frees the worker after its current unit: waiting units never start, and the next caller follows', async () => {
    const log: string[] = [];
    const begun = Promise.withResolvers<void>();
    const leaving = new AbortController();
    const logged = (name: string): Call => ({
      onStart: () => void log.push(`${name} begins`),
      onEnd: () => void log.push(`${name} ends`),
    });
    const given = Array.from({ length: UNITS }, (_, index) => {
      const { onStart, onEnd } = logged(`unit ${index}`);
      const call = {
        signal: leaving.signal,
        onStart: () => {
          onStart?.();
          begun.resolve();
        },
        onEnd,
      };
      return subject.call(call as Call);
    });
    const outcomes = Promise.allSettled(given);
    await begun.promise;
    const other = subject.call(logged('other caller'));
    leaving.abort();
    await other;
    expect((await outcomes).map(({ status }) => status)).toEqual(given.map(() => 'rejected'));
    expect(log).toEqual(['unit 0 begins', 'unit 0 ends', 'other caller begins', 'other caller ends']);
  });
});
