import type { App } from '@parlance/core/accounts';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { SpeechService } from '@parlance/core/service';
import type { Access, UploadSlots } from '@parlance/http/kit';
import { OPENAI_FAMILY } from '../errors/error-family.ts';
import type { OpenaiModels } from '../options.ts';
import { callerOf } from '../request/caller.ts';

/** What endpoints are made with. */
export interface OpenaiContext {
  readonly service: SpeechService;
  readonly models: OpenaiModels;
  /** The operator's choices. */
  readonly voices: Readonly<Record<string, string>>;
  readonly stallTimeoutMs: number;
  readonly uploads: UploadSlots;
  readonly uploadFloor: UploadFloor;
}

/** An app by its token; a hook of the plugin looked at it, at addresses without such a method too. */
const API_KEY: Access<OpenaiContext, App> = {
  security: [{ openaiKey: [] }],
  faults: ['UNAUTHORIZED', 'REQUEST_RATE_EXCEEDED'],
  identify: callerOf,
};

/** What the endpoints have in common. */
export const OPENAI = { tag: 'OpenAI', access: API_KEY, errors: OPENAI_FAMILY } as const;
