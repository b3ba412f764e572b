import { signInInput } from '@parlance/core/administration';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { time } from '../../answers/times.ts';
import { sendUnkept } from '../../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import type { Access } from '../../kit/endpoint/endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { named } from '../../kit/named-schema.ts';
import type { SpeechHttpOptions } from '../../options.ts';
import { notSignedIn } from '../../request/auth/admin.ts';
import { foreignOrigin, isSameOrigin } from '../../request/auth/same-origin.ts';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from '../../request/auth/session-cookie.ts';
import { ADMIN, EVERYBODY } from '../access.ts';
import type { AdminContext } from '../context.ts';
import { OPERATOR } from './operator.ts';

const SESSION = { ...OPERATOR, url: '/admin/v1/session' } as const;
/** Only by the cookie, which the handler checks. */
const SIGNED_IN: Access<AdminContext, undefined> = {
  ...EVERYBODY,
  security: ADMIN.security,
  faults: ADMIN.faults,
};

const session = named('Session', z.strictObject({ signedIn: z.literal(true), expiresAt: time }));

/** Whether the browser uses https, which its `Origin` shows also behind a proxy, and at an address beside the public one. */
function isSecure({ protocol, headers }: FastifyRequest, { publicUrl }: SpeechHttpOptions): boolean {
  const { origin } = headers;
  if (origin !== undefined && URL.canParse(origin)) return new URL(origin).protocol === 'https:';
  return publicUrl === undefined ? protocol === 'https' : publicUrl.startsWith('https:');
}

export const signIn = defineEndpoint({
  ...SESSION,
  access: EVERYBODY as Access<AdminContext, undefined>,
  method: 'POST',
  operationId: 'signIn',
  summary: 'Sign in to the console',
  description: 'With the admin password or the admin token. Refused to pages of other origins.',
  body: { schema: signInInput },
  answers: { 204: { description: 'Signed in.', headers: { 'Set-Cookie': 'The session.' } } },
  faults: ['INVALID_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'REQUEST_RATE_EXCEEDED', 'STORAGE_FAILED'],
  beforeBody:
    ({ options }) =>
    async (request) => {
      // Otherwise a page of another origin could sign a browser in, and its user would act under another name.
      if (isSameOrigin(request, options.publicUrl) === false) throw foreignOrigin();
    },
  handler: ({ service: { admin }, gate, options }) =>
    admin &&
    (async ({ body: { password }, request, reply }) => {
      const attempt = { password, address: request.ip, isAdminToken: gate.isAdminToken(password) };
      const { token } = await admin.signIn(attempt);
      setSessionCookie(reply, token, isSecure(request, options));
      return reply.code(204).header('cache-control', 'no-store').send();
    }),
});

export const getSession = defineEndpoint({
  ...SESSION,
  access: SIGNED_IN,
  method: 'GET',
  operationId: 'getSession',
  summary: 'Whether a browser is signed in, and until when',
  answers: { 200: json('The session of the cookie.', session) },
  faults: ['STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin &&
    (async ({ request, reply }) => {
      const token = sessionTokenOf(request);
      const found = token === undefined ? undefined : await admin.findSession(token);
      if (found === undefined) throw notSignedIn();
      return sendUnkept(reply, { signedIn: true, expiresAt: found.expiresAt });
    }),
});

export const signOut = defineEndpoint({
  ...SESSION,
  method: 'DELETE',
  operationId: 'signOut',
  summary: 'Sign out',
  answers: { 204: { description: 'Signed out.', headers: { 'Set-Cookie': 'None any more.' } } },
  faults: ['FORBIDDEN', 'STORAGE_FAILED'],
  handler: ({ service: { admin }, options }) =>
    admin &&
    (async ({ caller, request, reply }) => {
      const token = sessionTokenOf(request);
      if (token !== undefined) await admin.signOut(token, caller);
      clearSessionCookie(reply, isSecure(request, options));
      return reply.code(204).send();
    }),
});
