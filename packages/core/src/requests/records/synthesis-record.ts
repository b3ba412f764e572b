import type { AudioFormat } from '../../audio/output-format.ts';
import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import type { PausePlan } from '../../text/pause-plan.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { SynthesisRequestState } from './synthesis-request-state.ts';

/** How a synthesis was requested. `live` ones are recorded when they end, for the ledger and the report. */
export type SynthesisKind = 'batch' | 'legacy' | 'live';

/** Why a request failed, as reported to callers. */
export interface RequestFailure {
  readonly code: SpeechErrorCode;
  readonly message: string;
}

/** The result of a finished synthesis in the audio store. */
export interface SynthesizedAudio {
  /** Its name in the audio store: the request's id and the format's extension. */
  readonly objectName: string;
  readonly bytes: number;
  readonly durationSeconds: number;
  /** Names of the objects with the times of its words, as JSON and as WebVTT. Absent: they were not requested. */
  readonly words?: { readonly jsonName: string; readonly vttName: string };
}

/** The options of a request besides its text, voice and format; `null`: not requested. */
export interface SynthesisChoices {
  /** Whether the times of words are requested. */
  readonly timings: 'word' | null;
  readonly emphasisIntensity: number | null;
  readonly clientPause: PausePlan | null;
}

/** The choices of a request that names none of them. */
export const NO_CHOICES: SynthesisChoices = { timings: null, emphasisIntensity: null, clientPause: null };

/** @returns the choices of a request as its record stores them */
export function choicesOf(
  asked: {
    readonly [Choice in keyof SynthesisChoices]?: SynthesisChoices[Choice] | undefined;
  },
): SynthesisChoices {
  const choices = (Object.keys(NO_CHOICES) as (keyof SynthesisChoices)[]).map((choice) => [
    choice,
    asked[choice] ?? null,
  ]);
  return Object.fromEntries(choices) as SynthesisChoices;
}

/** One TTS request, from its acceptance until the record itself is deleted. */
export interface SynthesisRecord extends SynthesisChoices {
  readonly requestId: string;
  readonly appId: string;
  readonly kind: SynthesisKind;
  readonly status: SynthesisRequestState;
  /** Trimmed. Emptied when the request ends, since nothing needs it any more. */
  readonly text: string;
  /** The markup of the text; `null`: plain text. */
  readonly textType: 'ssml' | null;
  /** Code points that are spoken: those of the text without its markup. */
  readonly characters: number;
  /** Decimal string, exact: first what is reserved, then what is charged. */
  readonly credits: string;
  readonly voiceCode: string;
  readonly format: AudioFormat;
  readonly speed: number;
  /** Terms of the vocabulary that occur in the text, as they were when it was accepted. `null`: none, or the request has ended. */
  readonly vocabulary: readonly VocabularyTerm[] | null;
  readonly webhookUrl: string | null;
  /** Code points whose audio has been synthesized and stored. Rises to `characters`. */
  readonly doneCharacters: number;
  /** Attempts that ended with a failure of ours; see MAX_JOB_ATTEMPTS. */
  readonly failedAttempts: number;
  /** Starts that do not count: those up to its last progress or orderly end; see MAX_JOB_STARTS. */
  readonly forgivenStarts: number;
  readonly createdAt: string;
  /** When work on it first began; `null` while it waits. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Present while `COMPLETED` and the audio is stored; `null` again when it has been deleted. */
  readonly audio: SynthesizedAudio | null;
  readonly failure: RequestFailure | null;
}
