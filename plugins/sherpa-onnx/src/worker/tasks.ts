import type { AddonConfig, PaceTraits, SegmentLimits } from '../families/family.ts';

/** What every worker loads: the addon's configuration, and its files, which are checked before the addon reads them. */
export interface ModelInit {
  readonly config: AddonConfig;
  readonly paths: readonly string[];
}

export interface SynthesisInit extends ModelInit {
  readonly pace: PaceTraits;
  /** The rate that the host declares for the voices, in Hz. */
  readonly sampleRateHz: number;
  /** One more than the highest speaker id in use. */
  readonly speakers: number;
  /** What the lead loads instead of `config`: the same with more native threads, for a unit that is alone. */
  readonly leadConfig: AddonConfig;
}

export interface SynthesisTask {
  readonly text: string;
  readonly speakerId: number;
  /** For models of several languages: the addon's name of the voice's language. */
  readonly language?: string;
  readonly speed: number;
}

export interface RecognitionInit extends ModelInit {
  readonly limits: SegmentLimits;
}

export interface RecognitionTask {
  /** Mono at 16 kHz. */
  readonly samples: Float32Array;
}

/** A result of the addon, in a form common to both recognizers. */
export interface RawRecognition {
  readonly text: string;
  readonly tokens: readonly string[];
  /** As many as tokens, or none. Relative to the first sample of the task. */
  readonly startSeconds: readonly number[];
  readonly logProbabilities: readonly number[];
  /** As the model writes it, such as `en` or `<|en|>`; empty if it reports none. */
  readonly language?: string | undefined;
}

export interface OnlineInit extends ModelInit {
  readonly tailSamples: number;
}

export type OnlineTask =
  | { readonly type: 'open' | 'end' | 'close'; readonly streamId: number }
  | { readonly type: 'accept'; readonly streamId: number; readonly samples: Float32Array }
  | { readonly type: 'recognize'; readonly samples: Float32Array };

export interface VoiceActivityInit extends ModelInit {
  readonly modelPath: string;
  /** Probability at which a window is speech. */
  readonly threshold: number;
  /** Whether the worker lives in the service's process, where the addon must not be loaded. */
  readonly sandboxed: boolean;
}

export type VoiceActivityTask =
  | { readonly type: 'count' }
  | { readonly type: 'close'; readonly streamId: number }
  | { readonly type: 'detect'; readonly pieces: readonly StreamPiece[] };

/** Frames of one stream that wait for the detector. */
export interface StreamPiece {
  readonly streamId: number;
  /** Whether the state is reset first, or the stream is new: so opening a stream needs no separate message. */
  readonly isFresh: boolean;
  readonly samples: Float32Array;
}

/** The count; or for `detect` one decision per window for each piece, `undefined` for a stream that is not open. */
export type VoiceActivityAnswer = number | readonly (Float32Array | undefined)[] | undefined;
