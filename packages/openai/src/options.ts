import type { UploadFloor } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { OpenaiModels } from '@parlance/openai-kit';

/** What the plugin needs and may be told. */
export interface OpenaiHttpOptions {
  readonly service: SpeechService;
  /**
   * The voices behind names, `{ alloy: 'joe' }`. Of OpenAI's names, those that are not here stand for the best voices there are;
   * any other name is the code of a voice.
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

export const DEFAULT_STALL_TIMEOUT_MS = 30_000;
export const DEFAULT_MAX_UPLOADS = 20;
