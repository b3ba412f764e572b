import { describe, expect, it } from 'vitest';
import { getTranscript, runTranscriptionJob, submitTranscription } from '../src/transcription/index.ts';
import { deliverWebhook } from '../src/webhooks/index.ts';
import { type Bench, openBench } from './support/bench.ts';
import { going, HOOK } from './support/jobs.ts';
import { createLife, Killed, type Life, mortal } from './support/mortal.ts';
import { wav } from './support/wav.ts';

const URL = 'https://files.example/talk.wav';
const TALK = wav([0.5]);

/** The ports that reach outside the process: what does not, can't be killed in. */
function mortalPorts({ ports }: Bench, life: Life): Bench['ports'] {
  return {
    ...ports,
    records: mortal(ports.records, life),
    audio: mortal(ports.audio, life),
    spool: mortal(ports.spool, life),
    egress: mortal(ports.egress, life),
    chooseRecognizer(wish) {
      const chosen = ports.chooseRecognizer(wish);
      return { ...chosen, engine: mortal(chosen.engine, life) };
    },
  };
}

interface Scenario {
  readonly name: string;
  readonly prepare: (bench: Bench) => Promise<unknown>;
  readonly work: (ports: Bench['ports'], starts: number) => Promise<unknown>;
  readonly check: (bench: Bench) => Promise<void>;
}

const options = { webhookUrl: HOOK };
const submitUpload = (ports: Bench['ports'], app: Bench['app']) =>
  submitTranscription(
    ports,
    {
      bytes: (async function* () {
        yield TALK;
      })(),
    },
    app,
    options,
  );

async function checkCompleted(bench: Bench): Promise<void> {
  expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({
    status: 'COMPLETED',
    transcript: 'Hello.',
    audioDurationSeconds: 1,
  });
  expect(await bench.ledger()).toEqual(['reserve -1']);
  expect(await bench.balance()).toBe('9');
  expect(bench.jobs.filter(({ kind }) => kind === 'webhook-delivery')).toHaveLength(1);
  expect(await bench.records.deliveries.list({ limit: 10 })).toHaveLength(1);
  expect(await bench.objects()).toEqual([]);
}

async function checkFailed(bench: Bench): Promise<void> {
  expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'FAILED' });
  expect(await bench.ledger()).toEqual(['reserve -1', 'release 1']);
  expect(await bench.balance()).toBe('10');
  expect(await bench.records.deliveries.list({ limit: 10 })).toHaveLength(1);
  expect(await bench.objects()).toEqual([]);
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'the transcription of an upload',
    prepare: ({ ports, app }) => submitUpload(ports, app),
    work: (ports, starts) => runTranscriptionJob(ports, 'id1', going(starts)),
    check: checkCompleted,
  },
  {
    name: 'the transcription of a recording at an address',
    async prepare({ ports, app, egress }) {
      egress.files.set(URL, TALK);
      await submitTranscription(ports, { url: URL }, app, options);
    },
    work: (ports, starts) => runTranscriptionJob(ports, 'id1', going(starts)),
    check: checkCompleted,
  },
  {
    name: 'a transcription that fails for good',
    async prepare({ ports, app }) {
      await submitUpload(ports, app);
      await ports.audio.remove('recordings/id1.wav');
    },
    work: (ports, starts) => runTranscriptionJob(ports, 'id1', going(starts)),
    check: checkFailed,
  },
];

/** Runs the scenario with a death at each of its moments in turn, until one run has more life than moments. */
async function killEverywhere(scenario: Scenario): Promise<number> {
  for (let moment = 1; ; moment += 1) {
    await using bench = await openBench({ seconds: '10', recognition: { script: { texts: ['Hello.'] } } });
    await scenario.prepare(bench);
    const life = createLife(moment);
    await scenario.work(mortalPorts(bench, life), 1).catch((error: unknown) => {
      // A dead process tells nobody; whatever else is thrown is a job that is begun again.
      if (!life.isOver && !(error instanceof Killed)) throw error;
    });
    if (!life.isOver) {
      await scenario.check(bench);
      return moment - 1;
    }
    await scenario.work(bench.ports, 2);
    await scenario.check(bench);
  }
}

describe('a worker that is killed at any moment', () => {
  it.each(SCENARIOS)('lets $name end once when it is started again', async (scenario) => {
    expect(await killEverywhere(scenario)).toBeGreaterThan(15);
  });

  it('lets a webhook arrive, with one id, and be recorded as delivered once', async () => {
    let deaths = 0;
    for (let moment = 1; ; moment += 1) {
      await using bench = await openBench({ recognition: { script: { texts: ['Hello.'] } } });
      await submitUpload(bench.ports, bench.app);
      await runTranscriptionJob(bench.ports, 'id1', going(1));
      const life = createLife(moment);
      const deliver = (ports: Bench['ports'], starts: number) =>
        deliverWebhook(ports, 'msg_id1_success', going(starts));
      await deliver(mortalPorts(bench, life), 1).catch(() => undefined);
      if (life.isOver) await deliver(bench.ports, 2);
      const { messages } = bench.egress;
      expect(messages.length).toBeGreaterThanOrEqual(1);
      expect(messages.length).toBeLessThanOrEqual(2);
      expect(new Set(messages.map(({ deliveryId }) => deliveryId))).toEqual(new Set(['msg_id1_success']));
      const delivery = await bench.records.deliveries.get('msg_id1_success');
      expect(delivery).toMatchObject({ state: 'delivered', attempts: [{ status: 200, problem: null }] });
      if (!life.isOver) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(8);
  });

  it('loses no accepted upload, and does not keep others for long', async () => {
    let accepted = 0;
    for (let moment = 1; ; moment += 1) {
      await using bench = await openBench({ seconds: '10' });
      const life = createLife(moment);
      const submitted = await submitUpload(mortalPorts(bench, life), bench.app).catch(() => undefined);
      const record = await bench.records.transcriptions.get('id1');
      if (submitted !== undefined) expect(record).toBeDefined();
      if (record === undefined) {
        expect([await bench.ledger(), bench.jobs]).toEqual([[], []]);
      } else {
        accepted += 1;
        expect(await bench.objects()).toEqual(['recordings/id1.wav']);
        expect([await bench.ledger(), bench.jobs.length]).toEqual([['reserve -1'], 1]);
      }
      if (!life.isOver) break;
    }
    expect(accepted).toBeGreaterThan(0);
  });
});
