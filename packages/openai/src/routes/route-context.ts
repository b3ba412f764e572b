import type { UploadFloor } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { OpenaiModels } from '../options.ts';

/** What routes stand on. */
export interface RouteContext {
  readonly service: SpeechService;
  readonly models: OpenaiModels;
  /** The operator's choices. */
  readonly voices: Readonly<Record<string, string>>;
  readonly stallTimeoutMs: number;
  readonly takeUploadSlot: () => () => void;
  readonly uploadFloor: UploadFloor;
}
