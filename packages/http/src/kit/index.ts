/** Parts for HTTP adapters: endpoints that describe themselves, uploads, streamed answers. */

export { type OpenStream, openStream } from './answers/open-stream.ts';
export { type PieceForm, sendPieces } from './answers/send-pieces.ts';
export { sendUnkept } from './answers/send-unkept.ts';
export { loadTiming } from './answers/server-timing.ts';
export type { WriteRules } from './answers/write-bytes.ts';
export { bearerToken } from './bearer-token.ts';
export { type FormWatch, readWatched, type Watched } from './bodies/form-watch.ts';
export { type JsonBodyRules, jsonObjectOf, requireContentType, useStrictJson } from './bodies/json-body.ts';
export { type FormFields, openUpload } from './bodies/open-upload.ts';
export { createUploadSlots, type UploadSlots } from './bodies/upload-slots.ts';
export { disconnectSignal } from './disconnect-signal.ts';
export { defineEndpoint } from './endpoint/define-endpoint.ts';
export type {
  Access,
  Answer,
  Call,
  Endpoint,
  EndpointFacts,
  EndpointSpec,
  JsonBody,
  RawBody,
} from './endpoint/endpoint.ts';
export { json } from './endpoint/json-answer.ts';
export { mountEndpoints } from './endpoint/mount-endpoints.ts';
export { refuseOtherMethods } from './endpoint/refuse-other-methods.ts';
export { createErrorHandler, type ErrorFamily, type WireError } from './errors/error-family.ts';
export { idempotencyKeyOf, idempotencyOf, markReplay } from './idempotency.ts';
export { type NamedSchema, named } from './named-schema.ts';
export type { JsonSchema } from './openapi/json-schema.ts';
export {
  namedSchemasOf,
  type OpenApiPart,
  type OpenApiPartRules,
  openApiPart,
} from './openapi/open-api-part.ts';
