export { openaiRealtimeApi } from './endpoints/client-secrets.ts';
export { openaiApi } from './endpoints/endpoints.ts';
export type { OpenaiErrorBody } from './errors/error-family.ts';
export { OPENAI_ERRORS, type OpenaiError } from './errors/openai-errors.ts';
export {
  DEFAULT_OPENAI_MODELS,
  type OpenaiHttpOptions,
  type OpenaiModels,
} from './options.ts';
export { openaiHttp } from './plugin.ts';
export { type OpenaiRealtimeHttpOptions, openaiRealtimeHttp } from './realtime-plugin.ts';
