import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { refuseOtherMethods } from '../kit/endpoint/refuse-other-methods.ts';
import type { SpeechHttpOptions } from '../options.ts';
import { publicAddress } from '../request/public-address.ts';
import { sendDocument } from './pages.ts';
import type { WebPages } from './web-pages.ts';

const HOME_URL = '/';
/** The earlier address of the page at the root. */
const FORMER_URL = '/try';

/** The root of the service: a page for browsers, names and addresses for programs. */
export function homeRoutes(app: FastifyInstance, pages: WebPages, options: SpeechHttpOptions): void {
  const document = pages.documents.find(({ path }) => path === pages.home);
  if (document === undefined) return;
  app.route({
    method: 'GET',
    url: HOME_URL,
    handler: async (request, reply) => {
      void reply.header('vary', 'accept');
      if (!wantsHtml(request)) return reply.header('cache-control', 'no-cache').send(about(request));
      // Relative addresses need the slash, and under a prefix the root answers with and without one.
      const [path = ''] = request.url.split('?');
      if (!path.endsWith('/')) return reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`);
      return sendDocument(reply, document.html, './');
    },
  });
  app.get(FORMER_URL, async (_request, reply): Promise<FastifyReply> => reply.redirect('./', 301));
  for (const url of [HOME_URL, FORMER_URL])
    refuseOtherMethods(app, { url, methods: ['GET'], errors: ADMIN_FAMILY });

  function about(request: FastifyRequest): object {
    const root = publicAddress(request, options);
    return {
      name: 'Parlance',
      version: pages.version,
      links: {
        playground: `${root}/`,
        ...Object.fromEntries(
          pages.documents.filter((page) => page !== document).map(({ path }) => [path.slice(1), root + path]),
        ),
        openapi: `${root}/openapi.json`,
        ...(options.asyncApi === undefined ? {} : { asyncapi: `${root}/asyncapi.json` }),
      },
    };
  }
}

function wantsHtml({ headers }: FastifyRequest): boolean {
  return headers.accept?.toLowerCase().includes('text/html') ?? false;
}
