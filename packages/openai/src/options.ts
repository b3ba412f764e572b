import type { SpeechService, UploadFloor } from '@parlance/core';

/** The models that a client may name. The names choose nothing: the service speaks and listens with what it has. */
export interface OpenaiModels {
  readonly speech: readonly string[];
  readonly transcription: readonly string[];
}

/** What the plugin needs and may be told. */
export interface OpenaiHttpOptions {
  readonly service: SpeechService;
  /**
   * The voices behind OpenAI's names, `{ alloy: 'joe' }`; a name that is not here is a voice of ours by its code. Absent:
   * {@link DEFAULT_OPENAI_VOICES}.
   */
  readonly voices?: Readonly<Record<string, string>> | undefined;
  /** Absent: the names of OpenAI's own. */
  readonly models?: OpenaiModels | undefined;
  /** How long a client may leave streamed audio unread before it is cut off. Default 30 000. */
  readonly stallTimeoutMs?: number | undefined;
  /** Uploads at once; one more is refused with 503. Default 20. */
  readonly maxUploads?: number | undefined;
  /** An upload slower than this is refused. Default 16 000 bytes a second, over any 10 seconds. */
  readonly uploadFloor?: UploadFloor | undefined;
}

/** Of the voices that need no operator action, and `joe`, by the gender that OpenAI's voice is heard as. */
export const DEFAULT_OPENAI_VOICES: Readonly<Record<string, string>> = {
  alloy: 'joe',
  ash: 'rms',
  ballad: 'awb',
  cedar: 'kal16',
  coral: 'slt',
  echo: 'kal16',
  fable: 'awb',
  marin: 'slt',
  nova: 'slt',
  onyx: 'joe',
  sage: 'slt',
  shimmer: 'slt',
  verse: 'rms',
};

export const DEFAULT_OPENAI_MODELS: OpenaiModels = {
  speech: ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'],
  transcription: ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe'],
};

export const DEFAULT_STALL_TIMEOUT_MS = 30_000;
export const DEFAULT_MAX_UPLOADS = 20;
