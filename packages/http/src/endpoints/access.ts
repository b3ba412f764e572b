import type { Caller, TokenAccess } from '@parlance/core/accounts';
import type { AdminActor } from '@parlance/core/administration';
import { z } from 'zod';
import type { Access } from '../kit/endpoint/endpoint.ts';
import { operatorOf } from '../request/auth/admin.ts';
import { authenticateEarly, callerOf } from '../request/auth/caller.ts';
import { SESSION_COOKIE } from '../request/auth/session-cookie.ts';
import type { AdminContext, EndpointContext } from './context.ts';

const bodyAppId = z
  .string()
  .optional()
  .meta({ description: 'The App ID, if the header `App-Id` is missing.' });

/** What POST requests of apps may have instead of the header. */
export const BODY_APP_ID = { app_id: bodyAppId, appId: bodyAppId } as const;

/** An app, with its token and App ID. */
export const APP = appAccess();

/** An app, also with a client token, as browsers have it. */
export const LIVE = appAccess('live');

/** The same if the credentials may be in a form, whose reader identifies the caller. */
export const LIVE_BY_FORM: Access<EndpointContext, undefined> = { ...LIVE, identify: () => undefined };

/** An operator, with the admin token or signed in to the console. */
export const ADMIN: Access<AdminContext, AdminActor | undefined> = {
  security: [{ admin: [] }, { session: [] }],
  faults: ['UNAUTHORIZED'],
  letIn: ({ gate }) => gate.letIn,
  identify: operatorOf,
};

export const EVERYBODY: Access<EndpointContext, undefined> = {
  security: [],
  faults: [],
  identify: () => undefined,
};

function appAccess(access: TokenAccess = 'app'): Access<EndpointContext, Caller> {
  return {
    security: [{ token: [], appId: [] }],
    faults: ['UNAUTHORIZED', 'FORBIDDEN', 'REQUEST_RATE_EXCEEDED'],
    letIn: ({ service }) => authenticateEarly(service, access),
    identify: (request, { service }) => callerOf(request, service, { fields: request.body, access }),
    bodyMembers: BODY_APP_ID,
  };
}

/** How callers prove who they are, for the document. */
export const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "An app's token." },
  appId: { type: 'apiKey', in: 'header', name: 'App-Id', description: 'The App ID.' },
  admin: { type: 'http', scheme: 'bearer', description: 'The admin token.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description: 'The cookie of a browser that signed in to the console; only from its own pages.',
  },
} as const;
