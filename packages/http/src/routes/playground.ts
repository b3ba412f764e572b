import { SpeechError } from '@parlance/core/errors';
import type { AdminService } from '@parlance/core/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AdminGate, sendUnkept } from '../request/admin.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { isLocalPage, isLoopbackHost } from '../request/local-page.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL_OF_TOKEN = '/playground/token';

/** Gives the playground a token: to browsers on this machine, unless that is turned off, and to those signed in to the console. */
export function playgroundRoute(
  app: FastifyInstance,
  { options }: RouteContext,
  { admin, gate }: { readonly admin: AdminService; readonly gate: AdminGate },
): void {
  const { localPlayground = false, publicUrl } = options;
  // Whoever is told another address comes through something that listens there: a caller over loopback is that, not a browser.
  const isLocalOpen = localPlayground && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host));
  const letIn = async (request: FastifyRequest): Promise<void> => {
    if (isLocalOpen && isLocalPage(request.raw)) return;
    await gate.letIn(request).catch((error: unknown) => {
      throw SpeechError.is(error) && error.code === 'UNAUTHORIZED' ? notLetIn() : error;
    });
  };
  app.route({
    method: 'POST',
    url: URL_OF_TOKEN,
    onRequest: [letIn, async (request) => requireContentType(request, 'application/json')],
    handler: async (request, reply) => {
      jsonObjectOf(request.body);
      return sendUnkept(reply, await admin.issuePlaygroundToken());
    },
  });
  refuseOtherMethods(app, URL_OF_TOKEN, ['POST']);
}

function notLetIn(): SpeechError {
  return new SpeechError('UNAUTHORIZED', 'Sign in to the console to use the playground.');
}
