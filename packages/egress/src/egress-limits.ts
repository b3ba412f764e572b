import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';

/** From the first question for the name's address to a connection that is ready, TLS included. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** Of a recording, from the ready connection to the end of the answer's headers. */
export const RECORDING_HEADERS_TIMEOUT_MS = 10_000;
/** A recording, from its first connection to its last byte, redirects included. */
export const RECORDING_TIMEOUT_MS = 120_000;
/** A recording slower than this keeps a worker from the next one: it is held to what an upload is. */
export const RECORDING_FLOOR = DEFAULT_UPLOAD_FLOOR;
/** A webhook, from the question for the address to what is read of the answer. */
export const WEBHOOK_TIMEOUT_MS = 15_000;
/** Of a receiver's reply, which nobody looks at: a receiver may finish its sentence, but not tell a novel. */
export const MAX_REPLY_BYTES = 65_536;
export const MAX_RECORDING_REDIRECTS = 3;
