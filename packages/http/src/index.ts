export { openApiDocument } from './document/openapi.ts';
export {
  ADMIN_ERRORS,
  type HttpErrorTable,
  STT_ERRORS,
  TTS_ERRORS,
  VOICES_ERRORS,
} from './errors/error-tables.ts';
export type { HttpError } from './errors/http-error.ts';
export type { OpenApiPart } from './kit/openapi/open-api-part.ts';
export type { SpeechHttpOptions } from './options.ts';
export type { PageDocument, PageFile, WebPages } from './pages/web-pages.ts';
export { speechHttp } from './plugin.ts';
export { createRequestListener } from './server/create-request-listener.ts';
export type { SpeechServerOptions, TlsKeyPair } from './server/create-speech-app.ts';
export {
  createSpeechServer,
  type ListenAddress,
  type ListeningAt,
  type SpeechServer,
} from './server/create-speech-server.ts';
