import type { UploadFloor } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { UploadSlots } from '@parlance/http/kit';
import { type OpenaiModels, openaiEndpoints } from '@parlance/openai-kit';

/** What the endpoints need. */
export interface OpenaiContext {
  readonly service: SpeechService;
  readonly models: OpenaiModels;
  /** Voice codes by name, set by the operator. */
  readonly voices: Readonly<Record<string, string>>;
  readonly stallTimeoutMs: number;
  readonly uploads: UploadSlots;
  readonly uploadFloor: UploadFloor;
}

export const OPENAI = openaiEndpoints<OpenaiContext>();
