import type { AdminActor } from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import type { AdminService, SpeechService } from '@parlance/core/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../../kit/bearer-token.ts';
import type { SpeechHttpOptions } from '../../options.ts';
import { createAdminTokenCheck } from './admin-token.ts';
import { requireSameOrigin } from './same-origin.ts';
import { sessionTokenOf } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator who calls, once known. */
    adminActor: AdminActor | null;
  }
}

/** What the routes of the admin API share. */
export interface AdminGate {
  /** Hook that admits only operators. @throws SpeechError `UNAUTHORIZED`, `FORBIDDEN` */
  readonly letIn: (request: FastifyRequest) => Promise<void>;
  readonly isAdminToken: (given: string) => boolean;
}

export interface GateOptions extends Pick<SpeechHttpOptions, 'publicUrl'> {
  readonly adminToken: string;
}

/** Operators send the admin token, or the cookie of a session. */
export function createAdminGate(
  app: FastifyInstance,
  service: Pick<SpeechService, 'admin'>,
  { adminToken, publicUrl }: GateOptions,
): AdminGate {
  if (!app.hasRequestDecorator('adminActor')) app.decorateRequest('adminActor', null);
  const isAdminToken = createAdminTokenCheck(adminToken);
  const letIn = async (request: FastifyRequest): Promise<void> => {
    const given = bearerToken(request.headers.authorization);
    const address = request.ip;
    if (given !== undefined && isAdminToken(given)) {
      request.adminActor = { actor: 'token', sessionId: null, address };
      return;
    }
    const session = given === undefined ? await findSession(request, service.admin) : undefined;
    if (session === undefined) throw notSignedIn();
    requireSameOrigin(request, publicUrl);
    request.adminActor = { actor: 'session', sessionId: session.sessionId, address };
  };
  return { letIn, isAdminToken };
}

/** The operator whom {@link AdminGate.letIn} admitted, for the log of actions. */
export function operatorOf({ adminActor }: FastifyRequest): AdminActor | undefined {
  return adminActor ?? undefined;
}

async function findSession(request: FastifyRequest, admin: AdminService | undefined) {
  const token = sessionTokenOf(request);
  return token === undefined ? undefined : admin?.findSession(token);
}

export function notSignedIn(): SpeechError {
  return new SpeechError(
    'UNAUTHORIZED',
    'The admin token is missing or wrong. Send "Authorization: Bearer <admin token>", or sign in to the console.',
  );
}
