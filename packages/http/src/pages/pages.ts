import { randomBytes } from 'node:crypto';
import { SpeechError } from '@parlance/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { refuseOtherMethods } from '../kit/endpoint/refuse-other-methods.ts';
import { acceptsEncoding } from '../request/headers/accept-encoding.ts';
import type { PageDocument, PageFile, WebPages } from './web-pages.ts';

const FILE_URL = '/assets/:name';
const NONCE_BYTES = 16;

/** Nothing from other servers and nothing inline: all code of a page is in files of this server. */
const policyWith = (styleNonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The waveform library adds a style element with the nonce to its shadow tree.
    `style-src 'self' 'nonce-${styleNonce}'`,
    "font-src 'self'",
    // Small images inside style sheets.
    "img-src 'self' data:",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const DOCUMENT_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // For browsers that are too old for frame-ancestors.
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
} as const;

/** Web pages and their files. They contain no secrets: they get what they show from the API, with the user's own session. */
export function pageRoutes(app: FastifyInstance, { documents, files }: WebPages): void {
  for (const document of documents) documentRoutes(app, document);
  const byName = new Map(files.map((file) => [file.name, file]));
  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: FILE_URL,
    handler: async (request, reply) => {
      const file = byName.get(request.params.name);
      if (file === undefined) throw new SpeechError('NOT_FOUND', 'There is no such address.');
      return sendFile(request, reply, file);
    },
  });
  refuseOtherMethods(app, { url: FILE_URL, methods: ['GET'], errors: ADMIN_FAMILY });
}

/** Sends a page with the headers that isolate it. @param root address of the service, relative to the page's own */
export function sendDocument(reply: FastifyReply, html: PageDocument['html'], root: string): FastifyReply {
  const styleNonce = randomBytes(NONCE_BYTES).toString('base64url');
  return reply
    .headers(DOCUMENT_HEADERS)
    .header('content-security-policy', policyWith(styleNonce))
    .type('text/html; charset=utf-8')
    .send(html(root, styleNonce));
}

function documentRoutes(app: FastifyInstance, { path, html }: PageDocument): void {
  for (const url of [path, `${path}/*`]) {
    app.route({
      method: 'GET',
      url,
      handler: async (request, reply) => {
        const below = (request.params as { '*'?: string })['*'];
        return sendDocument(reply, html, rootFrom(path, below));
      },
    });
    refuseOtherMethods(app, { url, methods: ['GET'], errors: ADMIN_FAMILY });
  }
}

/** The service's address relative to a page: a browser resolves relative addresses from the last slash of the page's own. */
function rootFrom(path: string, below: string | undefined): string {
  const address = below === undefined ? path : `${path}/${below}`;
  const steps = address.split('/').length - 2;
  return steps === 0 ? './' : '../'.repeat(steps);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const { brotli, gzip, bytes } = file;
  const accepted = request.headers['accept-encoding'];
  void reply
    .type(file.contentType)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff');
  if (brotli !== undefined && acceptsEncoding(accepted, 'br')) {
    return reply.header('content-encoding', 'br').send(brotli);
  }
  if (gzip !== undefined && acceptsEncoding(accepted, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(gzip);
  }
  return reply.send(bytes);
}
