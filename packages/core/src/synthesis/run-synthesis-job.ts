import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import type { Clock } from '../platform/clock.ts';
import { isTerminal } from '../platform/transition-table.ts';
import type { JobContext } from '../requests/job-queue.ts';
import { countFailure, jobFailureClassOf, poisonOf } from '../requests/job-retries.ts';
import { inLegacyWords } from '../requests/legacy-words.ts';
import { requestFailureOf } from '../requests/request-failure.ts';
import type { SynthesisRecord, SynthesizedAudio } from '../requests/synthesis-record.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../requests/synthesis-request-state.ts';
import { createVocabulary } from '../vocabulary/vocabulary.ts';
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts';
import { type EndSynthesisPorts, endSynthesis, openSynthesis } from './end-synthesis.ts';
import { type MakeSpeechAudioPorts, makeSpeechAudio } from './make-speech-audio.ts';
import { readScript } from './read-script.ts';
import { removeCheckpoints } from './synthesis-checkpoints.ts';

/** How far a batch synthesis has come. */
export interface SynthesisProgress {
  readonly requestId: string;
  /** Code points whose audio is made and kept, and in all. */
  readonly doneCharacters: number;
  readonly characters: number;
}

export interface RunSynthesisJobPorts extends MakeSpeechAudioPorts, EndSynthesisPorts {
  readonly catalogue: VoiceCatalogue;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly onProgress?: ((progress: SynthesisProgress) => void) | undefined;
}

/** The request has ended while it was worked on: another worker was faster, and the rest of the work is nobody's. */
class EndedElsewhere {}

/**
 * Carries out a synthesis job, from its first start or any later one: killed at any point and run again, even twice at once, it
 * ends once, is paid once and told of once.
 *
 * @throws SpeechError when the job is to be begun again
 */
export async function runSynthesisJob(
  ports: RunSynthesisJobPorts,
  requestId: string,
  context: JobContext,
): Promise<void> {
  const record = await ports.records.syntheses.get(requestId);
  // A live one on record is no job, even where its process was killed.
  if (record?.kind === 'live') return;
  if (record !== undefined && !isTerminal(SYNTHESIS_REQUEST_MOVES, record.status)) {
    await carryOut(ports, record, context);
  }
  await removeCheckpoints(ports.audio, requestId);
}

async function carryOut(
  ports: RunSynthesisJobPorts,
  record: SynthesisRecord,
  context: JobContext,
): Promise<void> {
  const { requestId } = record;
  try {
    const poison = poisonOf(context.starts, record);
    if (poison !== undefined) return await fail(ports, requestId, poison);
    if (record.startedAt === null) {
      const startedAt = new Date(ports.clock.now()).toISOString();
      if (!(await changeOpen(ports, requestId, { startedAt }))) return;
    }
    const audio = await make(ports, record, context);
    if (context.signal.aborted) throw SpeechError.aborted(context.signal);
    await endSynthesis(ports, requestId, { audio, failure: null });
  } catch (cause) {
    if (cause instanceof EndedElsewhere) return;
    if (context.signal.aborted) throw SpeechError.aborted(context.signal);
    await answerFailure(ports, record, { error: SpeechError.from(cause), starts: context.starts });
  }
}

async function make(
  ports: RunSynthesisJobPorts,
  record: SynthesisRecord,
  { starts, signal }: JobContext,
): Promise<SynthesizedAudio> {
  const { requestId, characters, appId } = record;
  const voice = ports.catalogue.find(record.voiceCode, appId);
  const { maxBatchTextChars: maxChars } = LIMITS.synthesis;
  const reading = { voice, appId, maxChars, pauses: record.clientPause };
  return makeSpeechAudio(ports, record, {
    voice,
    terms: createVocabulary(record.vocabulary ?? [])?.readings,
    script: record.textType === 'ssml' ? await readScript(ports, record.text, reading) : undefined,
    signal,
    async onProgress(doneCharacters) {
      const change = { doneCharacters, forgivenStarts: starts };
      if (!(await changeOpen(ports, requestId, change))) throw new EndedElsewhere();
      ports.onProgress?.({ requestId, doneCharacters, characters });
    },
  });
}

/** @returns whether the request is still being worked on */
async function changeOpen(
  { records }: RunSynthesisJobPorts,
  requestId: string,
  change: Partial<SynthesisRecord>,
): Promise<boolean> {
  return records.transact(async (tables) => {
    if ((await openSynthesis(tables, requestId)) === undefined) return false;
    await tables.syntheses.update(requestId, change);
    return true;
  });
}

async function fail(ports: RunSynthesisJobPorts, requestId: string, error: SpeechError): Promise<void> {
  await endSynthesis(ports, requestId, { audio: null, failure: requestFailureOf(error) });
}

/** @throws SpeechError the error itself, when the job is to be begun again */
async function answerFailure(
  ports: RunSynthesisJobPorts,
  { requestId, kind }: SynthesisRecord,
  { error, starts }: { readonly error: SpeechError; readonly starts: number },
): Promise<void> {
  const isLast = await noteFailure(ports, requestId, { error, starts }).catch((cause: unknown) => {
    // Where the database itself is away this can't be written: then no job is begun either until it is back.
    if (jobFailureClassOf(error) === 'not-counted') return false;
    throw cause;
  });
  if (!isLast) throw error;
  await fail(ports, requestId, kind === 'legacy' ? inLegacyWords(error) : error);
}

/** @returns whether it was the last attempt */
async function noteFailure(
  { records }: RunSynthesisJobPorts,
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
