import type { UploadFloor } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { OpenaiModels } from '@parlance/openai-kit';

/** Options of the plugin. */
export interface OpenaiHttpOptions {
  readonly service: SpeechService;
  /**
   * Voice codes by name, such as `{ alloy: 'joe' }`. OpenAI's names that are not listed here stand for the best available voices; any
   * other name is the code of a voice.
   */
  readonly voices?: Readonly<Record<string, string>> | undefined;
  /** Absent: OpenAI's own names. */
  readonly models?: OpenaiModels | undefined;
  /** How long a client may leave streamed audio unread before its connection is closed. Default 30 000. */
  readonly stallTimeoutMs?: number | undefined;
  /** Uploads at once; one more is refused with 503. Default 20. */
  readonly maxUploads?: number | undefined;
  /** An upload slower than this is refused. Default 16 000 bytes a second, over any 10 seconds. */
  readonly uploadFloor?: UploadFloor | undefined;
}

export const DEFAULT_STALL_TIMEOUT_MS = 30_000;
export const DEFAULT_MAX_UPLOADS = 20;
