import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOf } from '../../storage/test/ledger-rows.ts';
import { addDecimals } from '../src/accounts/index.ts';
import { parseInput } from '../src/input/index.ts';
import {
  liveSynthesisInput,
  runSynthesisJob,
  submitSynthesis,
  synthesizeLive,
} from '../src/synthesis/index.ts';
import { going } from './support/jobs.ts';
import { batchInput, openSynthesisBench, VOICE } from './support/synthesis-bench.ts';

const CREDITS = '60';

type Deed =
  | { readonly do: 'submit'; readonly words: number; readonly outputFormat: 'wav' | 'pcm' }
  | { readonly do: 'run'; readonly job: number; readonly starts: number; readonly isStopped: boolean }
  | { readonly do: 'speak'; readonly words: number; readonly readPieces: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    do: fc.constant('submit' as const),
    words: fc.integer({ min: 1, max: 8 }),
    outputFormat: fc.constantFrom('wav' as const, 'pcm' as const),
  }),
  fc.record({
    do: fc.constant('run' as const),
    job: fc.nat(5),
    starts: fc.integer({ min: 1, max: 20 }),
    isStopped: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('speak' as const),
    words: fc.integer({ min: 1, max: 8 }),
    readPieces: fc.nat(3),
  }),
);

const textOf = (words: number): string => Array.from({ length: words }, () => 'word').join(' ');

it('balances, whatever is submitted, run twice, stopped, refused, spoken or left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 1, maxLength: 12 }),
      fc.nat(3),
      async (deeds, failingUnit) => {
        await using bench = await openSynthesisBench({
          credits: CREDITS,
          script: { secondsPerChar: 0.01, failures: { [failingUnit * 3]: 'ENGINE_FAILED' } },
        });
        const ids: string[] = [];
        const carryOut = async (step: Deed): Promise<void> => {
          if (step.do === 'submit') {
            const input = batchInput({ text: textOf(step.words), outputFormat: step.outputFormat });
            ids.push((await submitSynthesis(bench.ports, input, bench.app)).answer.requestId);
            return;
          }
          if (step.do === 'run') {
            const signal = step.isStopped ? AbortSignal.abort() : undefined;
            await runSynthesisJob(bench.ports, ids[step.job] ?? 'none', going(step.starts, signal));
            return;
          }
          const input = parseInput(liveSynthesisInput, { text: textOf(step.words), voiceCode: VOICE.code });
          const live = await synthesizeLive(bench.ports, input, bench.app);
          let read = 0;
          for await (const _piece of live.audio) if (++read > step.readPieces) break;
        };
        for (const step of deeds) await carryOut(step).catch(() => undefined);

        const rows = await rowsOf(bench.records.ledger, bench.app.appId);
        const sum = rows.reduce((total, { amount }) => addDecimals(total, amount), CREDITS);
        expect(await bench.balance()).toBe(sum);
        expect(Number(sum)).toBeGreaterThanOrEqual(0);
        const kinds = rows.map(({ kind, reference }) => `${kind} ${reference}`);
        expect(new Set(kinds).size).toBe(kinds.length);
        // What is gone is what the records say was charged, and of those under way what was reserved.
        const records = await bench.records.syntheses.list({ limit: 99 });
        const charged = records
          .filter(({ status }) => status !== 'FAILED')
          .reduce((total, { credits }) => addDecimals(total, credits), '0');
        expect(addDecimals(sum, charged)).toBe(CREDITS);
        const deliveries = await bench.records.deliveries.list({ limit: 99 });
        const ended = records.filter(({ kind, status }) => kind === 'batch' && status !== 'PROCESSING');
        expect(deliveries.map(({ requestId }) => requestId).sort()).toEqual(
          ended.map(({ requestId }) => requestId).sort(),
        );
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});
