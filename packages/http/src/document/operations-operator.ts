import { signInInput } from '@parlance/core/administration';
import { auditQueryInput } from '@parlance/core/reports';
import { voiceOwnerInput } from '@parlance/core/voices';
import { z } from 'zod';
import { ADMIN_FAMILY } from './error-families.ts';
import { json } from './members.ts';
import type { Operation } from './operation.ts';

const admin = { tag: 'Admin', access: 'admin', errors: ADMIN_FAMILY } as const;
const SESSION_URL = '/admin/v1/session';
const passwordBody = { mediaType: 'application/json', schema: signInInput } as const;

/** The operator's own affairs: signing in, and the service as a whole. */
export const OPERATOR_OPERATIONS: readonly Operation[] = [
  {
    ...admin,
    access: 'none',
    method: 'POST',
    url: SESSION_URL,
    operationId: 'signIn',
    summary: 'Sign in to the console',
    description: 'With the admin password or the admin token. Refused to pages of other origins.',
    body: passwordBody,
    answers: { 204: { description: 'Signed in.', headers: { 'Set-Cookie': 'The session.' } } },
    faults: ['INVALID_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'REQUEST_RATE_EXCEEDED', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'GET',
    url: SESSION_URL,
    operationId: 'getSession',
    summary: 'Whether a browser is signed in, and until when',
    answers: { 200: json('The session of the cookie.', 'Session') },
    faults: ['STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'DELETE',
    url: SESSION_URL,
    operationId: 'signOut',
    summary: 'Sign out',
    answers: { 204: { description: 'Signed out.', headers: { 'Set-Cookie': 'None any more.' } } },
    faults: ['FORBIDDEN', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    access: 'none',
    method: 'POST',
    url: '/playground/token',
    operationId: 'issuePlaygroundToken',
    summary: 'A client token for the playground',
    description:
      'Of the oldest app in use that is named "default". For browsers signed in to the console, and for the page itself over ' +
      'loopback unless `localPlayground` is off.',
    body: { mediaType: 'application/json', schema: z.object({}), example: {} },
    answers: { 200: json('The token. Before it expires, ask for another one.', 'ShortToken') },
    faults: ['INVALID_INPUT', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'PUT',
    url: '/admin/v1/password',
    operationId: 'setPassword',
    summary: 'Change the admin password; every session ends',
    body: passwordBody,
    answers: { 204: { description: 'Changed.' } },
    faults: ['INVALID_INPUT', 'FORBIDDEN', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'GET',
    url: '/admin/v1/live',
    operationId: 'getLiveState',
    summary: 'What goes on at the moment',
    answers: { 200: json('Queue, workers, sessions, latency.', 'LiveState') },
    faults: ['STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'GET',
    url: '/admin/v1/voices',
    operationId: 'listAllVoices',
    summary: 'All voices, with engine, licence and owner',
    answers: { 200: json('The voices.', 'OperatorVoices') },
    faults: [],
  },
  {
    ...admin,
    method: 'POST',
    url: '/admin/v1/voices/:code/owner',
    operationId: 'giveVoice',
    summary: 'Give a voice to one app, or back to all',
    description:
      'From now on that app alone sees and uses it; to others it does not exist. Refused for the default voice, and for a voice that ' +
      'the setting `personalVoices` names.',
    path: { code: 'The code of a voice.' },
    body: { mediaType: 'application/json', schema: voiceOwnerInput, example: { appId: null } },
    answers: { 200: json('The voice.', 'OperatorVoice') },
    faults: ['VOICE_NOT_FOUND', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'GET',
    url: '/admin/v1/audit',
    operationId: 'listActions',
    summary: 'What operators did, newest first',
    query: auditQueryInput,
    answers: { 200: json('A page.', 'Audit') },
    faults: ['INVALID_INPUT', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'POST',
    url: '/admin/v1/keys/rotate',
    operationId: 'rotateKeys',
    summary: 'Sign tokens with a new key; those of the old ones stay good',
    answers: { 200: json('The keys.', 'KeyIds') },
    faults: ['FORBIDDEN', 'STORAGE_FAILED'],
  },
  {
    ...admin,
    method: 'POST',
    url: '/admin/v1/database/copy',
    operationId: 'copyDatabase',
    summary: 'Copy the files of the embedded database, for a backup',
    description:
      'At one moment; other calls wait while it is copied. `parlance backup` asks for it and removes the copy. Without an embedded ' +
      'database there is no such address.',
    answers: { 200: json('The name of the copy in the data folder.', 'DatabaseCopy') },
    faults: ['FORBIDDEN', 'STORAGE_FAILED'],
  },
];
