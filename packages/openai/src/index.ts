export { DEFAULT_OPENAI_MODELS, type OpenaiModels } from '@parlance/openai-kit';
export { openaiApi } from './endpoints/endpoints.ts';
export type { OpenaiHttpOptions } from './options.ts';
export { openaiHttp } from './plugin.ts';
