import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';

/** From the first DNS query to a connected socket, including TLS. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** For each address of a host but the last. Node ends an attempt before it begins the next one, so a distant receiver has to be able to answer in it. */
export const CONNECT_ATTEMPT_TIMEOUT_MS = 1_500;
/** For a recording, from the connected socket to the end of the answer's headers. */
export const RECORDING_HEADERS_TIMEOUT_MS = 10_000;
/** For a recording, from the first connection to the last byte, including redirects. */
export const RECORDING_TIMEOUT_MS = 120_000;
/** The minimum speed of a recording, the same as for uploads: a slower one would occupy a worker for too long. */
export const RECORDING_FLOOR = DEFAULT_UPLOAD_FLOOR;
/** For a webhook, from the DNS query to the end of the answer. */
export const WEBHOOK_TIMEOUT_MS = 15_000;
/** The maximum of a receiver's reply that is read. Its content is ignored, but the receiver should be able to finish a short one. */
export const MAX_REPLY_BYTES = 65_536;
export const MAX_RECORDING_REDIRECTS = 3;
