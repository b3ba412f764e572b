import { ParlanceError } from './parlance-error.ts';

/**
 * The App ID in a token of the server, which is its subject.
 *
 * @throws ParlanceError `UNAUTHORIZED` if it is not such a token
 */
export function appIdOf(token: string): string {
  const [, payload = ''] = token.split('.');
  try {
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof sub === 'string' && sub !== '') return sub;
  } catch {
    // Reported below, since the parsers' messages would contain the token.
  }
  throw new ParlanceError('The token names no app. Pass appId, or the token of an app.', {
    code: 'UNAUTHORIZED',
    retryable: false,
  });
}
