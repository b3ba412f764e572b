import { SpeechError } from '@parlance/core/errors';
import type { AdminService } from '@parlance/core/service';

/** An administration in which nothing is scripted but what a test gives. */
export function fakeAdmin(script: Partial<AdminService> = {}): { readonly admin: AdminService } {
  const notScripted = (): never => {
    throw new SpeechError('INTERNAL', 'not scripted');
  };
  const admin: AdminService = {
    signIn: notScripted,
    findSession: async () => undefined,
    signOut: notScripted,
    setPassword: notScripted,
    claimPassword: notScripted,
    rotateKeys: notScripted,
    listActions: notScripted,
    getRequest: notScripted,
    getUsage: async () => ({ syntheses: 0, transcriptions: 0, credits: '0', seconds: '0' }),
    changeApp: notScripted,
    exportLedger: notScripted,
    tryVocabulary: notScripted,
    issueTryToken: notScripted,
    issuePlaygroundToken: notScripted,
    getLiveState: notScripted,
    getStatus: notScripted,
    listAllVoices: notScripted,
    giveVoice: notScripted,
    ...script,
  };
  return { admin };
}

/** The script of one console session, that of the token `good-token`. */
export const SESSION_TOKEN = 'good-token-of-a-session';
export const SESSION = { sessionId: 'session-id', expiresAt: '2026-11-22T00:00:00.000Z' };
export const withSession: Partial<AdminService> = {
  findSession: async (token) => (token === SESSION_TOKEN ? SESSION : undefined),
};
