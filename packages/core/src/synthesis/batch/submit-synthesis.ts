import type { App } from '../../accounts/app.ts';
import { type Caller, requireAppToken } from '../../accounts/callers/caller.ts';
import { creditsFor } from '../../accounts/ledger/credits.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { claimKey, keyClaimOf } from '../../requests/idempotency/claim-key.ts';
import type { SubmitOptions, Submitted } from '../../requests/idempotency/idempotency.ts';
import { refusalOf } from '../../requests/idempotency/refusal-of.ts';
import { refuseFullQueue } from '../../requests/jobs/refuse-full-queue.ts';
import { creditRows } from '../../requests/records/reserved-credits.ts';
import { choicesOf, type SynthesisRecord } from '../../requests/records/synthesis-record.ts';
import type { JobIntake } from '../../storage/job-intake.ts';
import { countChars, isSpeakable } from '../../text/speakable.ts';
import { termsRead } from '../../vocabulary/vocabulary.ts';
import { type VocabularyOf, vocabularyOfCall } from '../../vocabulary/vocabulary-of.ts';
import { creditFactorOf } from '../request/cast-voices.ts';
import { chooseFormat } from '../request/choose-format.ts';
import { nothingToSpeak, readScript } from '../request/read-script.ts';
import type { BatchSynthesisInput } from '../request/synthesis-input.ts';
import type { SpeechSynthesizer } from '../speech/speech-synthesizer.ts';
import { requireWordTimes } from '../words/word-timer.ts';

/** What accepting batch syntheses needs. */
export interface SynthesisIntake
  extends JobIntake,
    Pick<SpeechSynthesizer, 'catalogue' | 'alignerFor' | 'yieldToEventLoop'> {
  /** Absent: only a call's own terms. */
  readonly vocabularyOf?: VocabularyOf | undefined;
}

/** An accepted synthesis. */
export interface AcceptedSynthesis extends SynthesisRecord {
  /** What will be read differently from the SSML. Absent: nothing, or plain text. */
  readonly warnings?: readonly string[];
}

export interface SubmitSynthesisOptions extends SubmitOptions {
  /** Default `batch`. */
  readonly kind?: 'batch' | 'legacy';
}

/**
 * Accepts a batch synthesis. In one transaction its record is stored, its credits are reserved and its job is added.
 *
 * `pcm` is accepted like the other formats; the job reports that it is not available.
 *
 * @throws SpeechError see {@link SpeechService.submitSynthesis}
 */
export async function submitSynthesis(
  intake: SynthesisIntake,
  input: BatchSynthesisInput,
  app: Pick<Caller, 'appId' | 'clientToken'>,
  options: SubmitSynthesisOptions = {},
): Promise<Submitted<AcceptedSynthesis>> {
  requireAppToken(app);
  const { record, warnings } = await acceptable(intake, input, app, options.kind ?? 'batch');
  const claim = await keyClaimOf(app, options);
  const refusal = await refusalOf(async () => {
    const { webhookUrl } = record;
    if (webhookUrl !== null) await intake.egress.check(webhookUrl, 'webhookUrl');
    await refuseFullQueue(intake.queue, 'synthesis', intake.maxWaitingJobs);
  });
  if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
  const answer = { ...record, text: '', vocabulary: null, ...(warnings.length === 0 ? {} : { warnings }) };
  return intake.records.transact(async (records) => {
    const earlier = claim && (await claimKey(records.idempotency, claim, { nowMs: intake.clock.now() }));
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
  intake: SynthesisIntake,
  input: BatchSynthesisInput,
  { appId }: Pick<App, 'appId'>,
  kind: 'batch' | 'legacy',
): Promise<{ readonly record: SynthesisRecord; readonly warnings: readonly string[] }> {
  const { catalogue, clock, random } = intake;
  const voice = catalogue.find(input.voiceCode, appId);
  const format = chooseFormat(input, voice);
  if (input.timings !== undefined) requireWordTimes(intake.alignerFor, voice);
  const script =
    input.textType === 'ssml'
      ? await readScript(intake, input.text, {
          ...{ voice, appId, maxChars: LIMITS.synthesis.maxBatchTextChars },
          pauses: input.clientPause,
        })
      : undefined;
  if (script === undefined && !isSpeakable(input.text)) throw nothingToSpeak();
  const characters = script?.characters ?? countChars(input.text);
  const { vocabularyOf = vocabularyOfCall } = intake;
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
