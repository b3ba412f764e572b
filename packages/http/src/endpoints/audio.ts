import type { LinkedAudio } from '@parlance/core/synthesis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { describeStoredAudio, LINK_HEADERS, sendStoredAudio } from '../answers/send-stored-audio.ts';
import { AUDIO_FAMILY } from '../errors/error-families.ts';
import { disconnectSignal } from '../kit/disconnect-signal.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { DEFAULT_STALL_TIMEOUT_MS } from '../options.ts';
import { chooseRange, contentRange } from '../request/headers/byte-range.ts';
import { EVERYBODY } from './access.ts';
import type { EndpointContext } from './context.ts';

const STORED_TYPES = ['audio/mpeg', 'audio/wav', 'application/json', 'text/vtt'];

/** The audio of a link. The link is the only credential. */
const link = {
  url: '/v1/audio/:fileName',
  tag: 'Speech',
  description: 'With audio in S3 the links lead there instead.',
  access: EVERYBODY,
  params: { fileName: '`{requestId}.mp3` or `.wav`; `.json` and `.vtt` of the times of words.' },
  rawQuery: z.object({
    expires: z.string().meta({ description: 'Of the link.' }),
    signature: z.string().meta({ description: 'Of the link.' }),
  }),
  errors: AUDIO_FAMILY,
  faults: ['FORBIDDEN', 'STORAGE_FAILED'],
} as const;

interface LinkCall {
  readonly params: { readonly fileName: string };
  readonly request: FastifyRequest;
}

function openLink({ service }: EndpointContext, { params, request }: LinkCall): Promise<LinkedAudio> {
  const { expires, signature } = request.query as { expires?: unknown; signature?: unknown };
  return service.openAudio({
    fileName: params.fileName,
    expires: textOf(expires),
    signature: textOf(signature),
  });
}

/** A repeated parameter counts as missing, since it is not known which one was signed. */
function textOf(parameter: unknown): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}

export const getAudio = defineEndpoint({
  ...link,
  method: 'GET',
  operationId: 'getAudio',
  summary: 'The audio of a link',
  headers: {
    Range: 'A single range of bytes.',
    'If-Range': 'The ETag of the audio that the range belongs to.',
  },
  answers: {
    200: { description: 'All of it.', mediaTypes: STORED_TYPES, headers: LINK_HEADERS },
    206: {
      description: 'The range.',
      mediaTypes: STORED_TYPES,
      headers: { ...LINK_HEADERS, 'Content-Range': 'The range, and the total number of bytes.' },
    },
    416: {
      description: 'The range is outside the audio.',
      mediaTypes: ['application/json'],
      schema: AUDIO_FAMILY.schema,
    },
  },
  handler: (context) => {
    const { stallTimeoutMs = DEFAULT_STALL_TIMEOUT_MS } = context.options;
    return async (call) => {
      const { request, reply } = call;
      const linked = await openLink(context, call);
      const { bytes } = linked.audio;
      const range = chooseRange(rangeHeader(request, linked.etag), bytes);
      describeStoredAudio(reply, linked);
      if (range.type === 'none') return refuseRange(reply, bytes);
      const rules = { signal: disconnectSignal(reply.raw), stallTimeoutMs };
      await sendStoredAudio(reply, linked, range.type === 'part' ? range : undefined, rules);
      return reply;
    };
  },
});

export const headAudio = defineEndpoint({
  ...link,
  method: 'HEAD',
  operationId: 'headAudio',
  summary: 'Type and size of the audio of a link',
  answers: { 200: { description: 'Its headers.', headers: LINK_HEADERS } },
  handler: (context) => async (call) => {
    const linked = await openLink(context, call);
    describeStoredAudio(call.reply, linked);
    return call.reply.header('content-length', linked.audio.bytes).send();
  },
});

/** With `If-Range` a part is sent only if the object is the one that an earlier part came from. */
function rangeHeader({ headers }: FastifyRequest, etag: string): string | undefined {
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
