import type { App } from '../accounts/app.ts';
import { type Caller, requireAppToken } from '../accounts/caller.ts';
import { creditsFor } from '../accounts/credits.ts';
import type { TextAligner } from '../engine/text-aligner.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import { claimKey, keyClaimOf } from '../requests/claim-key.ts';
import type { Egress } from '../requests/egress.ts';
import type { SubmitOptions, Submitted } from '../requests/idempotency.ts';
import type { JobQueue } from '../requests/job-queue.ts';
import { refuseFullQueue } from '../requests/refuse-full-queue.ts';
import { creditRows } from '../requests/reserved-credits.ts';
import { choicesOf, type SynthesisRecord } from '../requests/synthesis-record.ts';
import type { RecordStore } from '../storage/record-store.ts';
import { countChars, isSpeakable } from '../text/speakable.ts';
import { termsRead } from '../vocabulary/vocabulary.ts';
import { type VocabularyOf, vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts';
import { creditFactorOf } from './cast-voices.ts';
import { chooseFormat } from './choose-format.ts';
import type { YieldToEventLoop } from './paced-slices.ts';
import { nothingToSpeak, readScript } from './read-script.ts';
import type { BatchSynthesisInput } from './synthesis-input.ts';
import { requireWordTimes } from './word-timer.ts';

export interface SubmitSynthesisPorts {
  readonly catalogue: VoiceCatalogue;
  readonly records: RecordStore;
  readonly queue: Pick<JobQueue, 'depth'>;
  readonly egress: Pick<Egress, 'check'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<RandomSource, 'id'>;
  /** Syntheses that may wait or run, of all apps together. */
  readonly maxWaitingJobs: number;
  readonly alignerFor?: ((languageCode: string) => TextAligner | undefined) | undefined;
  readonly yieldToEventLoop?: YieldToEventLoop | undefined;
  /** Absent: a call's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
}

/** A synthesis as it was accepted. */
export interface AcceptedSynthesis extends SynthesisRecord {
  /** What will be read otherwise than the SSML says. Absent: nothing, or plain text. */
  readonly warnings?: readonly string[];
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
): Promise<Submitted<AcceptedSynthesis>> {
  requireAppToken(app);
  const { record, warnings } = await acceptable(ports, input, app, options.kind ?? 'batch');
  const claim = await keyClaimOf(app, options);
  // What the world outside may refuse today it let pass yesterday: the first answer to a key comes before it.
  const refusal = await refusalOf(ports, record);
  if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
  const answer = { ...record, text: '', vocabulary: null, ...(warnings.length === 0 ? {} : { warnings }) };
  return ports.records.transact(async (records) => {
    const earlier = claim && (await claimKey(records.idempotency, claim, { nowMs: ports.clock.now() }));
    if (earlier !== undefined) return { answer: earlier.answer as AcceptedSynthesis, isReplay: true };
    if (refusal !== undefined) throw refusal;
    const { credits: amount, createdAt: at } = record;
    for (const row of creditRows('reserve', record, { amount, at })) await records.ledger.append(row);
    await records.syntheses.insert(record);
    await records.jobs.add('synthesis', record.requestId, { turn: record.appId });
    if (claim !== undefined) await records.idempotency.complete(claim, answer);
    return { answer, isReplay: false };
  });
}

async function acceptable(
  ports: SubmitSynthesisPorts,
  input: BatchSynthesisInput,
  { appId }: Pick<App, 'appId'>,
  kind: 'batch' | 'legacy',
): Promise<{ readonly record: SynthesisRecord; readonly warnings: readonly string[] }> {
  const { catalogue, clock, random } = ports;
  const voice = catalogue.find(input.voiceCode, appId);
  const format = chooseFormat(input, voice);
  if (input.timings !== undefined) requireWordTimes(ports.alignerFor, voice);
  const script =
    input.textType === 'ssml'
      ? await readScript(ports, input.text, {
          ...{ voice, appId, maxChars: LIMITS.synthesis.maxBatchTextChars },
          pauses: input.clientPause,
        })
      : undefined;
  if (script === undefined && !isSpeakable(input.text)) throw nothingToSpeak();
  const characters = script?.characters ?? countChars(input.text);
  const { vocabularyOf = vocabularyOfCall } = ports;
  const vocabulary = await vocabularyOf(appId, input.vocabulary);
  const read = vocabulary === undefined ? [] : termsRead(vocabulary, script?.text ?? input.text);
  const record: SynthesisRecord = {
    requestId: random.id(),
    appId,
    kind,
    status: 'PROCESSING',
    text: input.text,
    textType: script === undefined ? null : 'ssml',
    characters,
    credits: creditsFor(characters, creditFactorOf(voice, script)),
    voiceCode: voice.code,
    format,
    speed: input.speed,
    ...choicesOf(input),
    vocabulary: read.length === 0 ? null : read,
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
  return { record, warnings: script?.warnings ?? [] };
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
