export { openaiApi } from './document/openapi.ts';
export type { OpenaiApiPart } from './document/operations.ts';
export { openaiRealtimeApi } from './document/realtime-openapi.ts';
export type { OpenaiErrorBody } from './errors/error-reply.ts';
export { OPENAI_ERRORS, type OpenaiError } from './errors/openai-errors.ts';
export {
  DEFAULT_OPENAI_MODELS,
  type OpenaiHttpOptions,
  type OpenaiModels,
} from './options.ts';
export { openaiHttp } from './plugin.ts';
export { type OpenaiRealtimeHttpOptions, openaiRealtimeHttp } from './realtime/realtime-plugin.ts';
