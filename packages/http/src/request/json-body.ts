import { SpeechError } from '@parlance/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * The longest text is 100 000 code points; one outside the basic plane, escaped as a surrogate pair, takes 12 bytes:
 * 1.2 MB, and what surrounds it must fit too.
 */
export const MAX_JSON_BODY_BYTES = 2_097_152;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes `application/json` the only type of body that is read, strictly. An empty body is `undefined`. */
export function useStrictJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_JSON_BODY_BYTES },
    (_request, body, done) => {
      try {
        done(null, parseJson(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.byteLength === 0) return undefined;
  try {
    return JSON.parse(strictUtf8.decode(bytes));
  } catch (cause) {
    throw new SpeechError('INVALID_INPUT', 'The body is not valid JSON in UTF-8.', {}, { cause });
  }
}

/** @throws SpeechError `INVALID_INPUT` unless the body is an object */
export function jsonObjectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new SpeechError('INVALID_INPUT', 'The body must be a JSON object.');
}

/**
 * Judges the headers of a body before a byte of it is read.
 *
 * @throws SpeechError `INVALID_INPUT` for another media type, charset or content encoding
 */
export function requireContentType(request: FastifyRequest, mediaType: string): void {
  const [given = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  if (given.trim().toLowerCase() !== mediaType) {
    throw new SpeechError('INVALID_INPUT', `Content-Type must be ${mediaType}.`, { field: 'Content-Type' });
  }
  const charset = parameters
    .map((text) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(text)?.[1])
    .find(Boolean);
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new SpeechError('INVALID_INPUT', 'The charset of Content-Type must be utf-8.', {
      field: 'Content-Type',
    });
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new SpeechError('INVALID_INPUT', 'Content-Encoding is not supported; send the body as it is.', {
      field: 'Content-Encoding',
    });
  }
}
