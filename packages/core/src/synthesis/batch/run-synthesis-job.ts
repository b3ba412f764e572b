import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { isTerminal } from '../../platform/transition-table.ts';
import type { JobContext } from '../../requests/jobs/job-queue.ts';
import { countFailure, jobFailureClassOf, poisonOf } from '../../requests/jobs/job-retries.ts';
import { inLegacyWords } from '../../requests/legacy-words.ts';
import { requestFailureOf } from '../../requests/records/request-failure.ts';
import type { SynthesisRecord, SynthesizedAudio } from '../../requests/records/synthesis-record.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../../requests/records/synthesis-request-state.ts';
import { createVocabulary } from '../../vocabulary/vocabulary.ts';
import { readScript } from '../request/read-script.ts';
import { resultName } from '../results/audio-links.ts';
import { endSynthesis, openSynthesis } from '../results/end-synthesis.ts';
import { makeSpeechAudio } from './make-speech-audio.ts';
import { removeCheckpoints } from './synthesis-checkpoints.ts';
import type { SynthesisWork } from './synthesis-work.ts';

/** The request has ended during the work: another worker was faster, and the rest of this work is not needed. */
class EndedElsewhere {}

/**
 * Runs a synthesis job, at its first start or any later one: killed at any point and run again, even twice at once, it
 * ends once, is charged once and reported once.
 *
 * @throws SpeechError if the job is to be started again
 */
export async function runSynthesisJob(
  work: SynthesisWork,
  requestId: string,
  context: JobContext,
): Promise<void> {
  const record = await work.records.syntheses.get(requestId);
  // The record of a live synthesis is no job, even if its process was killed.
  if (record?.kind === 'live') return;
  if (record !== undefined && !isTerminal(SYNTHESIS_REQUEST_MOVES, record.status)) {
    await carryOut(work, record, context);
  }
  await removeCheckpoints(work.audio, requestId);
}

async function carryOut(work: SynthesisWork, record: SynthesisRecord, context: JobContext): Promise<void> {
  const { requestId } = record;
  try {
    const poison = poisonOf(context.starts, record);
    if (poison !== undefined) return await fail(work, record, poison);
    if (record.startedAt === null) {
      const startedAt = new Date(work.clock.now()).toISOString();
      if (!(await changeOpen(work, requestId, { startedAt }))) return;
    }
    const audio = await make(work, record, context);
    if (context.signal.aborted) throw SpeechError.aborted(context.signal);
    await endSynthesis(work, requestId, { audio, failure: null });
  } catch (cause) {
    if (cause instanceof EndedElsewhere) return;
    if (context.signal.aborted) throw SpeechError.aborted(context.signal);
    await answerFailure(work, record, { error: SpeechError.from(cause), starts: context.starts });
  }
}

async function make(
  work: SynthesisWork,
  record: SynthesisRecord,
  { starts, signal }: JobContext,
): Promise<SynthesizedAudio> {
  const { requestId, characters, appId } = record;
  const voice = work.catalogue.find(record.voiceCode, appId);
  const { maxBatchTextChars: maxChars } = LIMITS.synthesis;
  const reading = { voice, appId, maxChars, pauses: record.clientPause };
  return makeSpeechAudio(work, record, {
    voice,
    terms: createVocabulary(record.vocabulary ?? [])?.readings,
    script: record.textType === 'ssml' ? await readScript(work, record.text, reading) : undefined,
    signal,
    async onProgress(doneCharacters) {
      const change = { doneCharacters, forgivenStarts: starts };
      if (!(await changeOpen(work, requestId, change))) throw new EndedElsewhere();
      work.onProgress?.({ requestId, doneCharacters, characters });
    },
  });
}

/** @returns whether the request is still being worked on */
async function changeOpen(
  { records }: SynthesisWork,
  requestId: string,
  change: Partial<SynthesisRecord>,
): Promise<boolean> {
  return records.transact(async (tables) => {
    if ((await openSynthesis(tables, requestId)) === undefined) return false;
    await tables.syntheses.update(requestId, change);
    return true;
  });
}

/** Ends it for good, and removes what an earlier start stored as its result without being able to end it. */
async function fail(
  work: SynthesisWork,
  { requestId, format, timings }: SynthesisRecord,
  error: SpeechError,
): Promise<void> {
  const hasEnded = await endSynthesis(work, requestId, { audio: null, failure: requestFailureOf(error) });
  if (!hasEnded) return;
  for (const extension of [format.container, ...(timings === null ? [] : ['json', 'vtt'])]) {
    await work.audio.remove(resultName(requestId, extension)).catch(() => undefined);
  }
}

/** @throws SpeechError the error itself, if the job is to be started again */
async function answerFailure(
  work: SynthesisWork,
  record: SynthesisRecord,
  { error, starts }: { readonly error: SpeechError; readonly starts: number },
): Promise<void> {
  const isLast = await noteFailure(work, record.requestId, { error, starts }).catch((cause: unknown) => {
    // If the database itself is unavailable, this can't be written; then no job is started either until it is back.
    if (jobFailureClassOf(error) === 'not-counted') return false;
    throw cause;
  });
  if (!isLast) throw error;
  await fail(work, record, record.kind === 'legacy' ? inLegacyWords(error) : error);
}

/** @returns whether it was the last attempt */
async function noteFailure(
  { records }: SynthesisWork,
  requestId: string,
  { error, starts }: { readonly error: SpeechError; readonly starts: number },
): Promise<boolean> {
  return records.transact(async (tables) => {
    const record = await openSynthesis(tables, requestId);
    if (record === undefined) return jobFailureClassOf(error) !== 'not-counted';
    const { attempts, isLast } = countFailure(record, error, starts);
    await tables.syntheses.update(requestId, attempts);
    return isLast;
  });
}
