import { signInInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import type { AdminService } from '@parlance/core/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AdminGate, notSignedIn, operatorOf, sendUnkept } from '../request/admin.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { foreignOrigin, isSameOrigin } from '../request/same-origin.ts';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '../request/session-cookie.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const SESSION_URL = '/admin/v1/session';
const PASSWORD_URL = '/admin/v1/password';

/** Signing in and out of the console, and its password. */
export function adminSessionRoutes(
  app: FastifyInstance,
  { options }: RouteContext,
  { admin, gate }: { readonly admin: AdminService; readonly gate: AdminGate },
): void {
  const isSecure = (request: FastifyRequest): boolean =>
    options.publicUrl === undefined ? request.protocol === 'https' : options.publicUrl.startsWith('https:');
  app.route({
    method: 'POST',
    url: SESSION_URL,
    onRequest: async (request) => {
      // A page of another origin that signs a browser in would have it act under a name that is not its user's.
      if (isSameOrigin(request, options.publicUrl) === false) throw foreignOrigin();
      requireContentType(request, 'application/json');
    },
    handler: async (request, reply) => {
      const { password } = parseInput(signInInput, jsonObjectOf(request.body));
      const attempt = { password, address: request.ip, isAdminToken: gate.isAdminToken(password) };
      const { token } = await admin.signIn(attempt);
      setSessionCookie(reply, token, isSecure(request));
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  });
  app.route({
    method: 'GET',
    url: SESSION_URL,
    handler: async (request, reply) => {
      const token = sessionTokenOf(request);
      const session = token === undefined ? undefined : await admin.findSession(token);
      if (session === undefined) throw notSignedIn();
      return sendUnkept(reply, { signedIn: true, expiresAt: session.expiresAt });
    },
  });
  app.route({
    method: 'DELETE',
    url: SESSION_URL,
    onRequest: gate.letIn,
    handler: async (request, reply) => {
      const token = sessionTokenOf(request);
      if (token !== undefined) await admin.signOut(token, operatorOf(request));
      clearSessionCookie(reply, isSecure(request));
      return reply.code(204).send();
    },
  });
  app.route({
    method: 'PUT',
    url: PASSWORD_URL,
    onRequest: [gate.letIn, async (request) => requireContentType(request, 'application/json')],
    handler: async (request, reply) => {
      const { password } = parseInput(signInInput, jsonObjectOf(request.body));
      await admin.setPassword(password, operatorOf(request));
      return reply.code(204).send();
    },
  });
  refuseOtherMethods(app, SESSION_URL, ['GET', 'POST', 'DELETE']);
  refuseOtherMethods(app, PASSWORD_URL, ['PUT']);
}
