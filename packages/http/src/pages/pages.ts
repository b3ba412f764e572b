import { randomBytes } from 'node:crypto';
import { SpeechError } from '@parlance/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { refuseOtherMethods } from '../kit/endpoint/refuse-other-methods.ts';
import { acceptsEncoding } from '../request/accept-encoding.ts';
import type { PageDocument, PageFile, WebPages } from './web-pages.ts';

const FILE_URL = '/assets/:name';
const NONCE_BYTES = 16;

/** Nothing from elsewhere and nothing inline: what a page does stands in files of this server. */
const policyWith = (styleNonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The waveform's library adds a style element to its shadow tree, and marks it with the nonce.
    `style-src 'self' 'nonce-${styleNonce}'`,
    "font-src 'self'",
    // Small drawings that style sheets carry along.
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
  // For what is too old to know frame-ancestors.
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache',
} as const;

/** Web pages and the files they are made of. They hold no secret: what they show they ask of the API, as who is signed in. */
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

/** Sends a page with the headers that keep it to itself. @param root relative address of the service from the page's own */
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

/** A browser resolves a relative address from the last slash of the page's own. */
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
