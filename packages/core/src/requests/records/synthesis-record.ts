import type { AudioFormat } from '../../audio/output-format.ts';
import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import type { PausePlan } from '../../text/pause-plan.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { SynthesisRequestState } from './synthesis-request-state.ts';

/** How a synthesis was asked for. `live` ones are recorded when they end, for the ledger and the report. */
export type SynthesisKind = 'batch' | 'legacy' | 'live';

/** What a job failed of, as callers are told. */
export interface RequestFailure {
  readonly code: SpeechErrorCode;
  readonly message: string;
}

/** The result of a finished synthesis, as it lies in the audio store. */
export interface SynthesizedAudio {
  /** Its name in the audio store: the request's id and the format's extension. */
  readonly objectName: string;
  readonly bytes: number;
  readonly durationSeconds: number;
  /** Names of the objects that hold the times of its words, as JSON and as WebVTT. Absent: they were not asked for. */
  readonly words?: { readonly jsonName: string; readonly vttName: string };
}

/** What a request may ask for besides its text, voice and format; `null`: it does not. */
export interface SynthesisChoices {
  /** Whether the times of words are wanted. */
  readonly timings: 'word' | null;
  readonly emphasisIntensity: number | null;
  readonly clientPause: PausePlan | null;
}

/** Of a request that asks for none of them. */
export const NO_CHOICES: SynthesisChoices = { timings: null, emphasisIntensity: null, clientPause: null };

/** @returns the choices of a request as its record keeps them */
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

/** One TTS request, from its acceptance until the record itself is dropped. */
export interface SynthesisRecord extends SynthesisChoices {
  readonly requestId: string;
  readonly appId: string;
  readonly kind: SynthesisKind;
  readonly status: SynthesisRequestState;
  /** Trimmed. Emptied when the request ends: nothing needs it any more. */
  readonly text: string;
  /** What the text is marked up in; `null`: plain text. */
  readonly textType: 'ssml' | null;
  /** Code points that are spoken: of the text without its markup. */
  readonly characters: number;
  /** Decimal string, exact: what is reserved, then what is charged. */
  readonly credits: string;
  readonly voiceCode: string;
  readonly format: AudioFormat;
  readonly speed: number;
  /** Terms that are read in the text, as they were when it was accepted. `null`: none, and once the request has ended. */
  readonly vocabulary: readonly VocabularyTerm[] | null;
  readonly webhookUrl: string | null;
  /** Code points whose audio is made and kept. Rises to `characters`. */
  readonly doneCharacters: number;
  /** Attempts that ended in a failure of ours; see MAX_JOB_ATTEMPTS. */
  readonly failedAttempts: number;
  /** Starts that do not count against it, those up to its last progress or orderly end; see MAX_JOB_STARTS. */
  readonly forgivenStarts: number;
  readonly createdAt: string;
  /** When it was first worked on; `null` while it waits. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** Present while `COMPLETED` and the audio is kept; `null` again when it was deleted. */
  readonly audio: SynthesizedAudio | null;
  readonly failure: RequestFailure | null;
}
