import { describe, expect, it } from 'vitest';
import type { Verdict } from '../src/conformance/verdict.ts';

/** Cases compute some twenty times as much as an engine does, which may take minutes on a shared machine. */
const TIMEOUT_MS = 10 * 60_000;

type Named = { readonly name: string };

export interface Proof<Case extends Named, Engine> {
  readonly of: string;
  readonly cases: readonly Case[];
  /** What the engine does wrong, the case that detects it, and the engine. */
  readonly mutants: readonly (readonly [mutant: string, failedCase: string, create: () => Engine])[];
  readonly sound: () => Engine;
  readonly evaluate: (one: Case, create: () => Engine) => Promise<Verdict>;
}

/** Checks that a correct engine passes every case, each mutant fails its case, and every case has a mutant. */
export function proveCases<Case extends Named, Engine>(proof: Proof<Case, Engine>): void {
  const caseNamed = (name: string): Case => {
    const found = proof.cases.find((one) => one.name === name);
    if (found === undefined) throw new TypeError(`There is no case ${name}.`);
    return found;
  };

  describe(`the cases detect a broken ${proof.of}`, { timeout: TIMEOUT_MS }, () => {
    it.each(proof.mutants)('one that %s fails %s', async (_mutant, failedCase, create) => {
      const verdict = await proof.evaluate(caseNamed(failedCase), create);
      expect(verdict).not.toHaveProperty('notApplicable');
      expect(verdict).not.toEqual([]);
    });

    it.each(proof.cases.map((one) => [one.name, one] as const))(
      'a correct one passes %s',
      async (_name, one) => {
        expect(await proof.evaluate(one, proof.sound)).toEqual([]);
      },
    );

    it('every case has a mutant that fails it, and a unique name', () => {
      const guarded = new Set(proof.mutants.map(([, failedCase]) => failedCase));
      const names = proof.cases.map(({ name }) => name);
      expect(names.filter((name) => !guarded.has(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    });
  });
}
