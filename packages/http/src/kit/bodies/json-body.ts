import { PassThrough, type Readable } from 'node:stream';
import { SpeechError } from '@parlance/core/errors';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { watchPace } from './upload-pace.ts';

/**
 * The longest text is 100 000 code points; one outside the basic plane, escaped as a surrogate pair, takes 12 bytes:
 * 1.2 MB, and the other members must fit too.
 */
const MAX_JSON_BODY_BYTES = 2_097_152;

/** Valid bodies are three levels deep. Recursive code would cause a stack overflow at some thousand levels. */
const MAX_JSON_LEVELS = 32;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export interface JsonBodyRules {
  /** A slower body is refused. */
  readonly floor: UploadFloor;
  /** Default 2 MiB. */
  readonly maxBytes?: number;
}

/** Makes strict `application/json` the only accepted type of body. An empty body is `undefined`. */
export function useStrictJson(
  app: FastifyInstance,
  { floor, maxBytes = MAX_JSON_BODY_BYTES }: JsonBodyRules,
): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  // Of two nested scopes, the outer one's hook runs for both.
  if (!app.hasDecorator('paceOfJson'))
    app.decorate('paceOfJson', floor).addHook('preParsing', async ({ raw }, _reply, payload) => {
      const isJson = raw.headers['content-type']?.trimStart().toLowerCase().startsWith('application/json');
      // Usually the whole body has arrived while the caller was authenticated.
      return isJson && !raw.complete ? paced(raw, payload, floor) : payload;
    });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => {
      try {
        const parsed = parseJson(body as Buffer);
        refuseDeepJson(parsed);
        done(null, parsed);
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** A body that arrives too slowly ends with an error, like an upload. The request itself is not destroyed, so that it gets an answer. */
function paced(request: FastifyRequest['raw'], payload: Readable, floor: UploadFloor): Readable {
  const pace = watchPace(request, floor);
  const body = new PassThrough();
  // A request may be answered before its body is read: then nobody else listens, and an error without a listener ends the process.
  body.on('error', () => undefined);
  payload.once('error', (error) => body.destroy(error));
  pace.signal.addEventListener('abort', () => {
    payload.unpipe(body);
    body.destroy(pace.signal.reason);
  });
  body.once('close', () => pace.stop());
  return payload.pipe(body);
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.byteLength === 0) return undefined;
  const text = attempt(() => strictUtf8.decode(bytes), 'The body is not valid JSON in UTF-8.');
  return attempt(() => JSON.parse(text) as unknown, 'The body is not valid JSON.');
}

function attempt<Value>(parse: () => Value, message: string): Value {
  try {
    return parse();
  } catch (cause) {
    throw new SpeechError('INVALID_INPUT', message, {}, { cause });
  }
}

/** @throws SpeechError `INVALID_INPUT` */
function refuseDeepJson(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_LEVELS) {
      const message = `The body is nested more than ${MAX_JSON_LEVELS} levels deep.`;
      throw new SpeechError('INVALID_INPUT', message, { limit: MAX_JSON_LEVELS });
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
}

/** @throws SpeechError `INVALID_INPUT` unless the body is an object */
export function jsonObjectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new SpeechError('INVALID_INPUT', 'The body must be a JSON object.');
}

/**
 * Checks the headers of a body before it is read.
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
