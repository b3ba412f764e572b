import { ParlanceError } from './parlance-error.ts';

/**
 * The App ID that a token of the server names as its subject.
 *
 * @throws ParlanceError `UNAUTHORIZED` when it is no such token
 */
export function appIdOf(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof sub === 'string' && sub !== '') return sub;
  } catch {
    // Told below: what the parsers say would hold the token.
  }
  throw new ParlanceError('The token names no app. Pass appId, or the token of an app.', {
    code: 'UNAUTHORIZED',
    retryable: false,
  });
}
