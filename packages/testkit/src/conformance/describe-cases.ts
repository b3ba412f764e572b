import { describe, expect, it } from 'vitest';
import type { Closable } from './evaluate-case.ts';
import { endingInTime } from './in-time.ts';
import type { Verdict } from './verdict.ts';

/** Of a whole case: longer than the limit of one call, so that the report says which call hangs. */
const CASE_MS = 600_000;

/** A case that an engine is known to fail. */
export interface KnownGap {
  /** The case's name. */
  readonly case: string;
  readonly reason: string;
}

export interface DescribeOptions<Engine, Traits> {
  /** Creates a new engine for each case; the suite closes it. */
  readonly create: () => Promise<Engine> | Engine;
  readonly traits?: Traits;
  /** Known gaps are run and must fail, so that a fixed one turns red. */
  readonly knownGaps?: readonly KnownGap[];
}

interface CasePlan<Case> {
  readonly title: string;
  readonly cases: readonly Case[];
  readonly create: () => Promise<Closable> | Closable;
  readonly knownGaps: readonly KnownGap[];
  readonly evaluate: (one: Case) => Promise<Verdict>;
}

/** Defines one vitest case for each rule; a rule that does not apply is skipped with the reason. */
export function describeCases<Case extends { readonly name: string }>(plan: CasePlan<Case>): void {
  const gaps = new Map(plan.knownGaps.map((gap) => [gap.case, gap.reason]));

  describe(plan.title, { timeout: CASE_MS }, () => {
    it('is created and closed', async () => {
      const engine = await plan.create();
      await endingInTime(engine).close();
    });

    it('has known gaps only in cases that exist', () => {
      const names = plan.cases.map(({ name }) => name);
      expect([...gaps.keys()].filter((gap) => !names.includes(gap))).toEqual([]);
    });

    for (const one of plan.cases) {
      const reason = gaps.get(one.name);
      const test = reason === undefined ? it : it.fails;
      test(reason === undefined ? one.name : `${one.name} (known gap: ${reason})`, async (context) => {
        const verdict = await plan.evaluate(one);
        if ('notApplicable' in verdict) return context.skip(verdict.notApplicable);
        expect(verdict, verdict.join('\n')).toEqual([]);
      });
    }
  });
}
