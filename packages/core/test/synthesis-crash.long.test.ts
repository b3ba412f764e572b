import { describe, expect, it } from 'vitest';
import { MAX_JOB_STARTS } from '../src/requests/index.ts';
import type { AudioSink, AudioStore } from '../src/storage/index.ts';
import { getSynthesis, runSynthesisJob, submitSynthesis } from '../src/synthesis/index.ts';
import { going } from './support/jobs.ts';
import { createLife, Killed, type Life, mortal } from './support/mortal.ts';
import { overriding } from './support/overriding.ts';
import { batchInput, ID, openSynthesisBench, type SynthesisBench } from './support/synthesis-bench.ts';

/** A checkpoint and a rest, in two units. */
const TEXT = 'The first of two sentences. The end.';
const CREDITS = '1000';
const SCRIPT = { secondsPerChar: 0.9 };

/** The ports that reach outside the process: what does not, can't be killed in. */
function mortalPorts({ ports }: SynthesisBench, life: Life): SynthesisBench['ports'] {
  return { ...ports, records: mortal(ports.records, life), audio: mortalAudio(ports.audio, life) };
}

/** To die between the fifth and the sixth piece of a file is to die between the first and the second. */
const DEADLY_WRITES = 2;
const opened: AudioSink[] = [];

function mortalAudio(audio: AudioStore, life: Life): AudioStore {
  return overriding(mortal(audio, life), {
    async create(name, options) {
      life.live();
      const sink = await audio.create(name, options);
      opened.push(sink);
      life.live();
      const dying = mortal(sink, life);
      let writes = 0;
      return overriding(dying, {
        async write(bytes) {
          writes += 1;
          await (writes > DEADLY_WRITES && !life.isOver ? sink : dying).write(bytes);
        },
      });
    },
  });
}

/** What the end of a process does to its open files. */
async function closeFiles(): Promise<void> {
  for (const sink of opened.splice(0)) await sink.abort();
}

interface Scenario {
  readonly name: string;
  readonly input: object;
  readonly prepare?: (bench: SynthesisBench) => Promise<unknown>;
  readonly status: 'COMPLETED' | 'FAILED';
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'a synthesis of checkpoints, mp3', input: { outputFormat: 'mp3' }, status: 'COMPLETED' },
  { name: 'a synthesis of checkpoints, wav', input: { outputFormat: 'wav' }, status: 'COMPLETED' },
  { name: 'a synthesis that can only fail', input: { outputFormat: 'pcm' }, status: 'FAILED' },
  {
    name: 'a synthesis that was begun too often',
    input: {},
    prepare: ({ records }) => records.syntheses.update(ID, { forgivenStarts: -MAX_JOB_STARTS }),
    status: 'FAILED',
  },
];

async function check(bench: SynthesisBench, { status }: Scenario): Promise<void> {
  const view = await getSynthesis(bench.ports, ID, bench.app);
  expect(view.record).toMatchObject({ status, text: '' });
  const { credits } = view.record;
  const isDone = status === 'COMPLETED';
  expect(await bench.ledger()).toEqual(
    isDone ? [`reserve -${credits}`] : [`reserve -${credits}`, `release ${credits}`],
  );
  expect(await bench.balance()).toBe(isDone ? String(Number(CREDITS) - Number(credits)) : CREDITS);
  expect(bench.jobs.map(({ kind }) => kind)).toEqual(['synthesis', 'webhook-delivery']);
  const event = isDone ? 'success' : 'failure';
  expect(await bench.records.deliveries.list({ limit: 10 })).toMatchObject([
    { deliveryId: `msg_${ID}_${event}` },
  ]);
  expect(await bench.objects()).toEqual(isDone ? [view.record.audio?.objectName] : []);
}

/** Runs the scenario with a death at each of its moments in turn, until one run has more life than moments. */
async function killEverywhere(scenario: Scenario): Promise<number> {
  for (let moment = 1; ; moment += 1) {
    await using bench = await openSynthesisBench({ credits: CREDITS, script: SCRIPT });
    await submitSynthesis(bench.ports, batchInput({ text: TEXT, ...scenario.input }), bench.app);
    await scenario.prepare?.(bench);
    const life = createLife(moment);
    await runSynthesisJob(mortalPorts(bench, life), ID, going(1)).catch((error: unknown) => {
      // A dead process tells nobody; whatever else is thrown is a job that is begun again.
      if (!life.isOver && !(error instanceof Killed)) throw error;
    });
    await closeFiles();
    if (life.isOver) await runSynthesisJob(bench.ports, ID, going(2));
    await check(bench, scenario);
    if (!life.isOver) return moment - 1;
  }
}

describe('a worker that is killed at any moment', () => {
  it.each(SCENARIOS)('lets $name end once when it is started again', async (scenario) => {
    const isDone = scenario.status === 'COMPLETED';
    expect(await killEverywhere(scenario)).toBeGreaterThan(isDone ? 30 : 15);
  });

  it('loses no request that was accepted, and reserves nothing for one that was not', async () => {
    let accepted = 0;
    for (let moment = 1; ; moment += 1) {
      await using bench = await openSynthesisBench({ credits: CREDITS });
      const life = createLife(moment);
      const submitted = await submitSynthesis(mortalPorts(bench, life), batchInput(), bench.app).catch(
        () => undefined,
      );
      const record = await bench.records.syntheses.get(ID);
      if (submitted !== undefined) expect(record).toBeDefined();
      if (record !== undefined) accepted += 1;
      expect([await bench.ledger(), bench.jobs.length]).toEqual(
        record === undefined ? [[], 0] : [['reserve -6'], 1],
      );
      if (!life.isOver) break;
    }
    expect(accepted).toBeGreaterThan(0);
  });
});

it('ends once when two workers do the same job at once', async () => {
  await using bench = await openSynthesisBench({ credits: CREDITS, script: SCRIPT });
  await submitSynthesis(bench.ports, batchInput({ text: TEXT }), bench.app);
  const runs = await Promise.allSettled([
    runSynthesisJob(bench.ports, ID, going(1)),
    runSynthesisJob(bench.ports, ID, going(2)),
  ]);
  if (runs.some(({ status }) => status === 'rejected')) await runSynthesisJob(bench.ports, ID, going(3));
  await check(bench, SCENARIOS[0] as Scenario);
});
