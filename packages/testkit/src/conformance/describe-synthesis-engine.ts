import type { SynthesisEngine } from '@parlance/core';
import { describe, expect, it } from 'vitest';
import { judgeSynthesis, SYNTHESIS_CASES, type SynthesisTraits } from './synthesis-cases.ts';

/** A case that an engine is known to fail. */
export interface KnownGap {
  /** The case's name. */
  readonly case: string;
  readonly reason: string;
}

export interface DescribeSynthesisOptions {
  /** Makes a fresh engine for each case; the suite closes it. */
  readonly create: () => Promise<SynthesisEngine> | SynthesisEngine;
  readonly traits?: Partial<SynthesisTraits>;
  /** A gap runs and has to fail: once it is mended its test turns red. */
  readonly knownGaps?: readonly KnownGap[];
}

/**
 * Holds an engine to the synthesis port: one vitest case for each rule. An engine's contract test is this one call.
 *
 * @example
 * describeSynthesisEngine('flite', { create: async () => oneEngineOf(flite()) });
 */
export function describeSynthesisEngine(name: string, options: DescribeSynthesisOptions): void {
  const { create, traits = {}, knownGaps = [] } = options;
  const gaps = new Map(knownGaps.map((gap) => [gap.case, gap.reason]));

  describe(`${name} keeps the contract of a synthesis engine`, () => {
    it('is created and closed', async () => {
      const engine = await create();
      await engine.close();
    });

    it('has known gaps only in cases that exist', () => {
      const names = SYNTHESIS_CASES.map((one) => one.name);
      expect([...gaps.keys()].filter((gap) => !names.includes(gap))).toEqual([]);
    });

    for (const one of SYNTHESIS_CASES) {
      const reason = gaps.get(one.name);
      const test = reason === undefined ? it : it.fails;
      test(reason === undefined ? one.name : `${one.name} (known gap: ${reason})`, async () => {
        expect(await judgeSynthesis(one, create, traits)).toEqual([]);
      });
    }
  });
}
