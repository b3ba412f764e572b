import type { App } from '../accounts/app.ts';
import { type Caller, requireAppToken } from '../accounts/caller.ts';
import { creditsFor } from '../accounts/credits.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import { claimKey, keyClaimOf } from '../requests/claim-key.ts';
import type { Egress } from '../requests/egress.ts';
import type { SubmitOptions, Submitted } from '../requests/idempotency.ts';
import type { JobQueue } from '../requests/job-queue.ts';
import { refuseFullQueue } from '../requests/refuse-full-queue.ts';
import { creditRows } from '../requests/reserved-credits.ts';
import type { SynthesisRecord } from '../requests/synthesis-record.ts';
import type { RecordStore } from '../storage/record-store.ts';
import { countChars, isSpeakable } from '../text/speakable.ts';
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts';
import { chooseFormat } from './choose-format.ts';
import type { BatchSynthesisInput } from './synthesis-input.ts';

export interface SubmitSynthesisPorts {
  readonly catalogue: VoiceCatalogue;
  readonly records: RecordStore;
  readonly queue: Pick<JobQueue, 'depth'>;
  readonly egress: Pick<Egress, 'check'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomSource, 'id'>;
  /** Syntheses that may wait or run, of all apps together. */
  readonly maxWaitingJobs: number;
}

export interface SubmitSynthesisOptions extends SubmitOptions {
  /** Default `batch`. */
  readonly kind?: 'batch' | 'legacy';
}

/**
 * Accepts a batch synthesis. Once resolved its record is kept, its credits are reserved and its job waits, all of it or nothing.
 *
 * `pcm` is taken on like the other formats: that it can't be had is told by the job.
 *
 * @throws SpeechError see {@link SpeechService.submitSynthesis}
 */
export async function submitSynthesis(
  ports: SubmitSynthesisPorts,
  input: BatchSynthesisInput,
  app: Pick<Caller, 'appId' | 'clientToken'>,
  options: SubmitSynthesisOptions = {},
): Promise<Submitted<SynthesisRecord>> {
  requireAppToken(app);
  const record = acceptable(ports, input, app, options.kind ?? 'batch');
  const claim = await keyClaimOf(app, options);
  // What the world outside may refuse today it let pass yesterday: the first answer to a key comes before it.
  const refusal = await refusalOf(ports, record);
  if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
  const answer = { ...record, text: '' };
  return ports.records.transact(async (records) => {
    const earlier = claim && (await claimKey(records.idempotency, claim, { nowMs: ports.clock.now() }));
    if (earlier !== undefined) return { answer: earlier.answer as SynthesisRecord, isReplay: true };
    if (refusal !== undefined) throw refusal;
    const { credits: amount, createdAt: at } = record;
    for (const row of creditRows('reserve', record, { amount, at })) await records.ledger.append(row);
    await records.syntheses.insert(record);
    await records.jobs.add('synthesis', record.requestId, { turn: record.appId });
    if (claim !== undefined) await records.idempotency.complete(claim, answer);
    return { answer, isReplay: false };
  });
}

function acceptable(
  { catalogue, clock, random }: SubmitSynthesisPorts,
  input: BatchSynthesisInput,
  { appId }: Pick<App, 'appId'>,
  kind: 'batch' | 'legacy',
): SynthesisRecord {
  const voice = catalogue.find(input.voiceCode, appId);
  const format = chooseFormat(input, voice);
  if (!isSpeakable(input.text)) {
    throw new SpeechError('TEXT_NOT_SPEAKABLE', 'text has nothing that a voice can speak; send words.', {
      field: 'text',
    });
  }
  const characters = countChars(input.text);
  return {
    requestId: random.id(),
    appId,
    kind,
    status: 'PROCESSING',
    text: input.text,
    characters,
    credits: creditsFor(characters, voice.creditFactor),
    voiceCode: voice.code,
    format,
    speed: input.speed,
    emphasisIntensity: input.emphasisIntensity ?? null,
    clientPause: input.clientPause ?? null,
    webhookUrl: input.webhookUrl ?? null,
    doneCharacters: 0,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt: new Date(clock.now()).toISOString(),
    startedAt: null,
    finishedAt: null,
    audio: null,
    failure: null,
  };
}

async function refusalOf(
  { egress, queue, maxWaitingJobs }: SubmitSynthesisPorts,
  { webhookUrl }: SynthesisRecord,
): Promise<SpeechError | undefined> {
  try {
    if (webhookUrl !== null) await egress.check(webhookUrl, 'webhookUrl');
    await refuseFullQueue(queue, 'synthesis', maxWaitingJobs);
    return undefined;
  } catch (error) {
    return SpeechError.from(error);
  }
}
