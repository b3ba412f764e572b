import { DEFAULT_APP_NAME, isAppUsable } from '../../accounts/app.ts';
import {
  issueClientToken,
  newClientClaims,
  type ShortToken,
} from '../../accounts/callers/issue-client-token.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { TokenIssuer } from './token-issuer.ts';

const LIFE_MS = 10 * 60_000;
const PAGE_APPS = 100;

/**
 * Issues a client token for the playground, of the oldest usable app that is named "default".
 *
 * @throws SpeechError `NOT_FOUND` if there is none
 */
export async function issuePlaygroundToken(issuer: TokenIssuer): Promise<ShortToken> {
  const { apps } = issuer.records;
  const nowMs = issuer.clock.now();
  for (let page = await apps.list({ search: DEFAULT_APP_NAME, limit: PAGE_APPS }); ; ) {
    const app = page.find((one) => one.name === DEFAULT_APP_NAME && isAppUsable(one, nowMs));
    if (app !== undefined)
      return issueClientToken(issuer.tokens, newClientClaims(issuer, app, { lifeMs: LIFE_MS }));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_APPS) break;
    const after = { createdAt: last.createdAt, id: last.appId };
    page = await apps.list({ search: DEFAULT_APP_NAME, after, limit: PAGE_APPS });
  }
  throw new SpeechError(
    'NOT_FOUND',
    `The playground uses the app named "${DEFAULT_APP_NAME}", and there is none that is neither revoked nor expired. ` +
      'Create an app of that name in the console, or with: parlance apps create --name default',
  );
}
