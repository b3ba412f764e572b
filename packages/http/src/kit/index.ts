/** What adapters over HTTP are built with: endpoints that describe themselves, uploads, streamed answers. */
export { bearerToken } from './bearer-token.ts';
export { defineEndpoint } from './define-endpoint.ts';
export { disconnectSignal } from './disconnect-signal.ts';
export type {
  Access,
  Answer,
  Call,
  Endpoint,
  EndpointFacts,
  EndpointSpec,
  JsonBody,
  RawBody,
} from './endpoint.ts';
export { createErrorHandler, type ErrorFamily, type WireError } from './error-family.ts';
export { type FormWatch, readWatched, type Watched } from './form-watch.ts';
export { idempotencyKeyOf, idempotencyOf, markReplay } from './idempotency.ts';
export { json } from './json-answer.ts';
export { type JsonBodyRules, jsonObjectOf, requireContentType, useStrictJson } from './json-body.ts';
export type { JsonSchema } from './json-schema.ts';
export { mountEndpoints } from './mount-endpoints.ts';
export { type NamedSchema, named } from './named-schema.ts';
export { namedSchemasOf, type OpenApiPart, type OpenApiPartRules, openApiPart } from './open-api-part.ts';
export { type OpenStream, openStream } from './open-stream.ts';
export { type FormFields, openUpload } from './open-upload.ts';
export { refuseOtherMethods } from './refuse-other-methods.ts';
export { type PieceForm, sendPieces } from './send-pieces.ts';
export { sendUnkept } from './send-unkept.ts';
export { loadTiming } from './server-timing.ts';
export { createUploadSlots, type UploadSlots } from './upload-slots.ts';
export type { WriteRules } from './write-bytes.ts';
