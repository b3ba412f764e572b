import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAudioReader, RECORDING_RATES_HZ } from '@parlance/audio';
import {
  createLedgerFiles,
  createMemoryRecordStore,
  createSpool,
  openFolderAudioStore,
} from '@parlance/storage';
import {
  type FakeRecognitionOptions,
  fakeRecognitionEngine,
  fakeTextAligner,
  fakeVoiceActivityDetector,
  manualClock,
} from '@parlance/testkit';
import { rowsOf } from '../../../storage/test/ledger-rows.ts';
import { type App, createBalanceCheck, createConcurrencySlots } from '../../src/accounts/index.ts';
import { SpeechError } from '../../src/errors/index.ts';
import type { RandomSource, Sealer } from '../../src/platform/index.ts';
import type { ChooseRecognizer } from '../../src/recognition/index.ts';
import {
  createEndWriter,
  type JobKind,
  type JobQueue,
  type WebhookAnswer,
  type WebhookMessage,
} from '../../src/requests/index.ts';
import type { JobOptions } from '../../src/storage/index.ts';

/** A job as it was put into the queue. */
export interface AddedJob extends JobOptions {
  readonly kind: JobKind;
  readonly id: string;
}

export interface BenchOptions {
  readonly recognition?: FakeRecognitionOptions;
  /** What the app has left; absent: unlimited. */
  readonly seconds?: string;
}

/** Says what it was sealed for and shows any change of its length; what a true seal is worth is tested with the true one. */
export const plainSealer: Sealer = {
  seal: (purpose, text) => JSON.stringify([purpose, text]),
  open(purpose, sealed) {
    try {
      const [sealedFor, text] = JSON.parse(sealed) as [string, string];
      return sealedFor === purpose ? text : undefined;
    } catch {
      return undefined;
    }
  },
  sign: (purpose, text) => `${purpose}:${text}`,
  verify: (purpose, text, signature) => signature === `${purpose}:${text}`,
};

/** Everything that the use cases of recognition stand on: records in memory, true files, engines that know the answers. */
export async function openBench(options: BenchOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-jobs-'));
  const clock = manualClock();
  const jobs: AddedJob[] = [];
  const records = createMemoryRecordStore({
    add: async (kind, id, options) => void jobs.push({ kind, id, ...options }),
  });
  const recognizer = fakeRecognitionEngine(
    options.recognition ?? { script: { texts: ['Hello.', 'World.'] } },
  );
  const voiceActivity = fakeVoiceActivityDetector();
  const egress = fakeEgress();
  const errors: SpeechError[] = [];
  let nextId = 0;
  const random: RandomSource = {
    id: () => `id${++nextId}`,
    secret: (bytes) => `${'A'.repeat(bytes)}${++nextId}`,
  };
  const app = await insertApp(records.apps.insert, 'app1');
  if (options.seconds !== undefined) await records.ledger.setBalance(app.appId, 'seconds', options.seconds);
  const audio = await openFolderAudioStore(join(folder, 'audio'), { reserveBytes: 0 });
  const ports = {
    records,
    audio,
    ledgerFiles: createLedgerFiles(audio),
    spool: await createSpool(join(folder, 'spool'), { reserveBytes: 0 }),
    reader: createAudioReader({ sampleRatesHz: RECORDING_RATES_HZ }),
    egress,
    clock,
    endWriter: createEndWriter({ clock, onError: (error) => void errors.push(error) }),
    random,
    queue: { depth: async () => jobs.length, has: async () => false } as Pick<JobQueue, 'depth' | 'has'>,
    maxWaitingJobs: 100,
    chooseRecognizer: (({ wordTimesField } = {}) => ({
      engine: recognizer,
      voiceActivity,
      wordTimes:
        wordTimesField === undefined ? undefined : { aligner: fakeTextAligner(), languageCode: 'en' },
    })) as ChooseRecognizer,
    utteranceSilenceMs: 800,
    slots: createConcurrencySlots('RECOGNITION_CONCURRENCY_EXCEEDED', 'live recognitions'),
    seconds: createBalanceCheck(records.ledger, clock, 'seconds'),
    sealer: plainSealer,
    linkTo: async (objectName: string) => `https://speech.example/${objectName}?at=${clock.now()}`,
    chance: () => 0,
  };
  return {
    folder,
    clock,
    jobs,
    records,
    recognizer,
    egress,
    app,
    ports,
    /** What the end writer was told of. */
    errors,
    balance: () => records.ledger.balance(app.appId, 'seconds'),
    ledger: async () =>
      (await rowsOf(records.ledger, app.appId, 'seconds')).map(({ kind, amount }) => `${kind} ${amount}`),
    /** Names of everything in the audio store. */
    objects: async () => [
      ...(await ports.audio.list('recordings')),
      ...(await ports.audio.list('voice-packs')),
      ...(await ports.audio.list('work')),
      ...(await ports.audio.list('results')),
    ],
    [Symbol.asyncDispose]: async () => rm(folder, { recursive: true }),
  };
}
export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Chooses as the bench does, where nobody tells the times of words. */
export function withoutWords({ ports }: Bench): ChooseRecognizer {
  return (wish) => {
    if (wish?.wordTimesField !== undefined)
      throw new SpeechError('INVALID_INPUT', 'No plugin finds the times of words.', {
        field: wish.wordTimesField,
      });
    return ports.chooseRecognizer(wish);
  };
}

/** Puts an app into the store. */
export async function insertApp(insert: (app: App) => Promise<void>, appId: string): Promise<App> {
  const app: App = {
    appId,
    name: appId,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    tokenId: `token-${appId}`,
    webhookSecret: 'whsec_new',
    retiredTokens: [],
    retiredWebhookSecrets: [],
    ttsConcurrency: 5,
    sttConcurrency: 5,
    requestsPerMinute: null,
    lastUsedAt: null,
  };
  await insert(app);
  return app;
}

/** The outside world: files at addresses, and receivers that answer as they are told. */
function fakeEgress() {
  const files = new Map<string, Uint8Array | SpeechError>();
  const messages: WebhookMessage[] = [];
  const answers: Partial<WebhookAnswer>[] = [];
  return {
    /** By address; an error is what fetching fails of. */
    files,
    messages,
    /** For the next deliveries in turn; then 200. */
    answers,
    fetches: 0,
    async check(url: string, field: string) {
      if (url.includes('refused'))
        throw new SpeechError('INVALID_INPUT', `${field} is not allowed.`, { field });
    },
    async *fetchRecording(url: string) {
      this.fetches += 1;
      const file = files.get(url);
      if (file === undefined) throw new SpeechError('AUDIO_FETCH_FAILED', 'The recording was not found.');
      if (file instanceof Uint8Array) yield file;
      else throw file;
    },
    async deliver(message: WebhookMessage): Promise<WebhookAnswer> {
      messages.push(message);
      return { durationMs: 5, status: 200, retryAfterMs: null, problem: null, ...answers.shift() };
    },
    close: async () => undefined,
  };
}
