export { type OpenaiApiPart, openaiApi } from './document/openapi.ts';
export type { OpenaiErrorBody } from './errors/error-reply.ts';
export { OPENAI_ERRORS, type OpenaiError } from './errors/openai-errors.ts';
export {
  DEFAULT_OPENAI_MODELS,
  type OpenaiHttpOptions,
  type OpenaiModels,
} from './options.ts';
export { openaiHttp } from './plugin.ts';
