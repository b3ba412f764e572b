import { SpeechError } from '@parlance/core/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { shortToken } from '../../answers/short-token.ts';
import { sendUnkept } from '../../kit/answers/send-unkept.ts';
import { defineEndpoint } from '../../kit/endpoint/define-endpoint.ts';
import type { Access } from '../../kit/endpoint/endpoint.ts';
import { json } from '../../kit/endpoint/json-answer.ts';
import { isLocalPage, isLoopbackHost } from '../../request/auth/local-page.ts';
import { EVERYBODY } from '../access.ts';
import type { AdminContext } from '../context.ts';
import { OPERATOR } from './operator.ts';

/** Browsers on this machine, unless that is turned off, and browsers signed in to the console. */
const PLAYGROUND: Access<AdminContext, undefined> = {
  ...EVERYBODY,
  letIn: ({ gate, options: { localPlayground = false, publicUrl } }) => {
    // If there is a public address, something else listens there and forwards calls over loopback, so such a caller is not a browser.
    const isLocalOpen =
      localPlayground && (publicUrl === undefined || isLoopbackHost(new URL(publicUrl).host));
    return async (request: FastifyRequest): Promise<void> => {
      if (isLocalOpen && isLocalPage(request.raw)) return;
      await gate.letIn(request).catch((error: unknown) => {
        throw SpeechError.is(error) && error.code === 'UNAUTHORIZED' ? notLetIn() : error;
      });
    };
  },
};

/** Issues a token for the playground. */
export const issuePlaygroundToken = defineEndpoint({
  ...OPERATOR,
  access: PLAYGROUND,
  method: 'POST',
  url: '/playground/token',
  operationId: 'issuePlaygroundToken',
  summary: 'A client token for the playground',
  description:
    'A token of the oldest usable app that is named "default". For browsers signed in to the console, and for the page itself over ' +
    'loopback unless `localPlayground` is off.',
  body: { schema: z.object({}), example: {} },
  answers: { 200: json('The token. Request another one before it expires.', shortToken) },
  faults: ['INVALID_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'STORAGE_FAILED'],
  handler: ({ service: { admin } }) =>
    admin && (async ({ reply }) => sendUnkept(reply, await admin.issuePlaygroundToken())),
});

function notLetIn(): SpeechError {
  return new SpeechError('UNAUTHORIZED', 'Sign in to the console to use the playground.');
}
