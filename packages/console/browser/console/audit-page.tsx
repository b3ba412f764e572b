import type { JSX } from 'preact';
import type { AuditAnswer, AuditLine } from '../api/wire.ts';
import { Link } from '../parts/link.tsx';
import { Moment } from '../parts/moment.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { Empty, Failure, Loading } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { usePages } from '../state/use-pages.ts';

const PAGE = 50;
const ACTORS = {
  token: 'Admin token',
  session: 'Console',
  'command-line': 'Command line',
  nobody: 'Unknown',
} as const;

/** The actions of operators, newest first. */
export function AuditPage(): JSX.Element {
  const list = usePages<AuditAnswer>('audit', { limit: PAGE });
  const entries = list.pages.flatMap((page) => page.entries);
  return (
    <Page
      title="Audit log"
      lead="Every change by an operator in the console, on the command line or over the API, and every wrong password."
    >
      <div class="card list">
        <Failure error={list.error} onRetry={list.reload} />
        {list.isLoading ? <Loading lines={8} /> : null}
        {entries.length > 0 ? (
          <div class="scroller">
            <table class="rows">
              <thead>
                <tr>
                  <th scope="col">Action</th>
                  <th scope="col">On</th>
                  <th scope="col">By</th>
                  <th scope="col" class="spare">
                    From
                  </th>
                  <th scope="col">When</th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <tr key={entry.entryId}>
                    <td>{WORDS[entry.action] ?? wordsOf(entry.action)}</td>
                    <td>
                      <Target entry={entry} />
                    </td>
                    <td>
                      {ACTORS[entry.actor]}
                      {entry.sessionId === null ? null : (
                        <span class="mono muted spare"> {entry.sessionId}</span>
                      )}
                    </td>
                    <td class="spare mono muted">{entry.address ?? 'this machine'}</td>
                    <td>
                      <Moment at={entry.createdAt} style="relative" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
        {entries.length === 0 && !list.isLoading && list.error === undefined ? (
          <Empty title="Nothing has been changed yet." />
        ) : null}
        <MoreButton list={list} />
      </div>
    </Page>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  'session-open': 'Signed in',
  'session-close': 'Signed out',
  'session-refuse': 'Wrong password',
  'password-set': 'Password set',
  'keys-rotate': 'Keys rotated',
  'app-create': 'App created',
  'app-change': 'App changed',
  'app-top-up': 'App topped up',
  'app-revoke': 'App revoked',
  'token-rotate': 'Token rotated',
  'try-token-issue': 'App tried',
  'webhook-secret-rotate': 'Webhook secret rotated',
  'webhook-replay': 'Webhook sent again',
  'vocabulary-change': 'Vocabulary changed',
  'voice-give': 'Voice assigned to an app',
  'voice-share': 'Voice assigned to all apps',
  'voice-pack-add': 'Voice pack added',
  'voice-pack-remove': 'Voice pack removed',
};
/** Actions on an app, whose target is a link to it. */
const OF_APPS = /^(app-|try-token-|webhook-secret-|vocabulary-)/;

/** Text for an action of a server that is newer than these pages: `key-lend` → `Key lend`. */
function wordsOf(action: string): string {
  const words = action.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function Target({ entry }: { readonly entry: AuditLine }): JSX.Element {
  const { action, target } = entry;
  if (target === null) return <span class="muted">The service</span>;
  if (!OF_APPS.test(action)) return <span class="mono breaks">{target}</span>;
  return (
    <Link to={`/apps/${encodeURIComponent(target)}`} class="mono">
      {target.slice(0, 12)}
    </Link>
  );
}
