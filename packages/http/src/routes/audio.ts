import type { LinkedAudio } from '@parlance/core/synthesis';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUDIO_ERRORS } from '../errors/error-reply.ts';
import { DEFAULT_STALL_TIMEOUT_MS } from '../options.ts';
import { describeStoredAudio, sendStoredAudio } from '../replies/send-stored-audio.ts';
import { chooseRange, contentRange } from '../request/byte-range.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/audio/:fileName';

interface Link {
  Params: { fileName: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

/** The audio behind a link. The link is the credential: there is no other. */
export function audioRoute(app: FastifyInstance, { service, options }: RouteContext): void {
  const stallTimeoutMs = options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS;
  app.route<Link>({
    method: 'GET',
    url: URL,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const linked = await open(request);
      const { bytes } = linked.audio;
      const range = chooseRange(rangeHeader(request, linked.etag), bytes);
      describeStoredAudio(reply, linked);
      if (range.type === 'none') return refuseRange(reply, bytes);
      const rules = { signal: disconnectSignal(reply.raw), stallTimeoutMs };
      await sendStoredAudio(reply, linked, range.type === 'part' ? range : undefined, rules);
      return reply;
    },
  });
  app.route<Link>({
    method: 'HEAD',
    url: URL,
    handler: async (request, reply) => {
      const linked = await open(request);
      describeStoredAudio(reply, linked);
      return reply.header('content-length', linked.audio.bytes).send();
    },
  });
  refuseOtherMethods(app, URL, ['GET'], { style: AUDIO_ERRORS });

  function open({ params, query }: FastifyRequest<Link>): Promise<LinkedAudio> {
    const { expires, signature } = query;
    return service.openAudio({
      fileName: params.fileName,
      expires: textOf(expires),
      signature: textOf(signature),
    });
  }
}

/** A parameter that is given twice is none: which of the two was signed? */
function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}

/** With `If-Range` a part is wanted only of the very object that an earlier part is of. */
function rangeHeader({ headers }: FastifyRequest<Link>, etag: string): string | undefined {
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
}

function refuseRange(reply: FastifyReply, bytes: number): FastifyReply {
  return reply
    .code(416)
    .header('content-range', contentRange(undefined, bytes))
    .type('application/json; charset=utf-8')
    .send({ error: { code: 'BAD_REQUEST', message: `The range is outside the audio's ${bytes} bytes.` } });
}
