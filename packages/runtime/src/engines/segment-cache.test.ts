import { isDeepStrictEqual } from 'node:util';
import type { EngineCallOptions, SynthesisUnit } from '@parlance/core/engine';
import { fakeSynthesisEngine, fakeVoice } from '@parlance/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSegmentCache } from './segment-cache.ts';

const PHRASE: SynthesisUnit = { text: 'How can I help you?', voiceCode: 'one', speed: 1 };

function cached(maxBytes = 1_000_000) {
  const voices = [fakeVoice({ code: 'one' }), fakeVoice({ code: 'two', supportsEmphasis: true })];
  const engine = fakeSynthesisEngine({ voices });
  const cache = createSegmentCache(maxBytes);
  const synthesize = cache.synthesis(engine.synthesize, engine);
  const speak = async (unit: SynthesisUnit, options?: EngineCallOptions) =>
    (await Array.fromAsync(synthesize(unit, options))).flatMap((chunk) => [...chunk]);
  return { engine, cache, synthesize, speak };
}

describe('the segment cache', () => {
  it('answers a repeated phrase without the engine, sample for sample', async () => {
    const { engine, cache, speak } = cached();
    const first = await speak(PHRASE);
    const second = await speak(PHRASE);
    expect(engine.calls).toHaveLength(1);
    expect(second).toEqual(first);
    expect(cache.figures()).toMatchObject({ hits: 1, misses: 1 });
  });

  it('identifies a unit by its members, in any order', async () => {
    const { engine, speak } = cached();
    await speak(PHRASE);
    await speak({ speed: 1, voiceCode: 'one', text: PHRASE.text });
    expect(engine.calls).toHaveLength(1);
  });

  it('distinguishes units that differ in any member', async () => {
    // This does not compile while a member of units is missing here.
    const members: {
      readonly [Member in keyof Required<SynthesisUnit>]: fc.Arbitrary<SynthesisUnit[Member]>;
    } = {
      text: fc.constantFrom('a', 'b', 'a","b'),
      voiceCode: fc.constantFrom('one', 'two', 'a'),
      pronunciations: fc.constantFrom([{ start: 0, end: 1, ipa: 'a' }], [{ start: 0, end: 1, ipa: 'e' }]),
      speed: fc.constantFrom(0.25, 1, 1.9),
      emphasisIntensity: fc.constantFrom(0, 50, 100),
    };
    const unit = fc.record(members, {
      requiredKeys: ['text', 'voiceCode', 'speed'],
      noNullPrototype: true,
    }) as fc.Arbitrary<SynthesisUnit>;
    await fc.assert(
      fc.asyncProperty(unit, unit, async (one, other) => {
        const asked: SynthesisUnit[] = [];
        const synthesize = createSegmentCache(1_000_000).synthesis(async function* (next: SynthesisUnit) {
          asked.push(next);
          yield Float32Array.of(asked.length);
        }, fakeSynthesisEngine());
        const heard = async (next: SynthesisUnit) =>
          (await Array.fromAsync(synthesize(next))).map(([first]) => first);
        const isSame = isDeepStrictEqual(one, other);
        expect(await heard(one)).toEqual([1]);
        expect(await heard(other)).toEqual([isSame ? 1 : 2]);
        expect(asked).toEqual(isSame ? [one] : [one, other]);
      }),
    );
  });

  it('gives each caller its own buffers', async () => {
    const { speak, synthesize } = cached();
    const first = await speak(PHRASE);
    for await (const chunk of synthesize(PHRASE)) chunk.fill(1);
    for await (const chunk of synthesize(PHRASE)) chunk.fill(1);
    expect(await speak(PHRASE)).toEqual(first);
  });

  it.each<[string, Partial<SynthesisUnit>]>([
    ['text', { text: 'How may I help you?' }],
    ['voice', { voiceCode: 'two' }],
    ['speed', { speed: 1.1 }],
    ['emphasis', { voiceCode: 'two', emphasisIntensity: 70 }],
    ['member that units do not have yet', { mood: 'calm' } as Partial<SynthesisUnit>],
  ])('treats another %s as another phrase', async (_what, change) => {
    const { engine, speak } = cached();
    await speak({ ...PHRASE, voiceCode: 'emphasisIntensity' in change ? 'two' : 'one' });
    await speak({ ...PHRASE, ...change });
    expect(engine.calls).toHaveLength(2);
  });

  it.each<[string, EngineCallOptions]>([
    ['batch', { lane: 'batch' }],
    ['calls that want no reuse', { reuse: false }],
  ])('is neither used nor filled by %s', async (_what, options) => {
    const { engine, cache, speak } = cached();
    await speak(PHRASE, options);
    await speak(PHRASE);
    await speak(PHRASE, options);
    expect(engine.calls).toHaveLength(3);
    expect(cache.figures()).toMatchObject({ hits: 0, misses: 1 });
  });

  it('keeps nothing of a phrase that was not read to its end, failed or was aborted', async () => {
    const { engine, cache, synthesize, speak } = cached();
    for await (const _chunk of synthesize(PHRASE)) break;
    const aborted = speak(PHRASE, { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    expect(cache.figures()).toMatchObject({ hits: 0, bytes: 0 });
    await speak(PHRASE);
    await expect(speak(PHRASE, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(engine.calls.length).toBeGreaterThan(1);
  });

  it('stays below its limit and drops the least recently used phrase', async () => {
    const one = cached();
    await one.speak(PHRASE);
    const { bytes } = one.cache.figures();
    const { cache, engine, speak } = cached(2.5 * bytes);
    const phrases = ['a', 'b', 'c'].map((end) => ({
      ...PHRASE,
      text: `${PHRASE.text} ${end}`.slice(-PHRASE.text.length),
    }));
    for (const phrase of phrases) await speak(phrase);
    expect(cache.figures().bytes).toBeLessThanOrEqual(2.5 * bytes);
    await speak(phrases[2] as SynthesisUnit);
    expect(engine.calls).toHaveLength(3);
    await speak(phrases[0] as SynthesisUnit);
    expect(engine.calls).toHaveLength(4);
  });

  it('of 0 bytes keeps nothing', async () => {
    const { engine, speak, synthesize } = cached(0);
    await speak(PHRASE);
    await speak(PHRASE);
    expect(engine.calls).toHaveLength(2);
    expect(synthesize).toBe(engine.synthesize);
  });
});
