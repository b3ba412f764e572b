/** Shared by the OpenAI-compatible interfaces: API keys, error answers, models, and client secrets for sessions. */
export { authenticateCallers, openaiEndpoints } from './api-key.ts';
export { errorBody, OPENAI_FAMILY, type OpenaiErrorBody, refusalBody } from './errors/error-family.ts';
export { DEFAULT_OPENAI_MODELS, MODEL_ENDPOINTS, type OpenaiModels } from './models/model-endpoints.ts';
export { openSecret } from './sessions/client-secret.ts';
export { type OpenaiRealtimeHttpOptions, openaiRealtimeHttp } from './sessions/plugin.ts';
export {
  betaSessionInput,
  DEFAULT_SETTINGS,
  type RealtimeSettings,
  rateOf,
  sessionInput,
  sessionView,
  withChange,
} from './sessions/realtime-settings.ts';
export { openaiRealtimeApi } from './sessions/secret-endpoints.ts';
