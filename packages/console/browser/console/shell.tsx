import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { callAdmin, ROOT } from '../api/client.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { MissingPart } from '../parts/missing-part.tsx';
import { Failure } from '../parts/notice.tsx';
import { ThemeButton } from '../parts/theme-button.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { usePlace } from '../state/router.ts';
import { useAction } from '../state/use-action.ts';
import { pageFor } from './routes.tsx';

const NAVIGATION: readonly (readonly [path: string, name: string, icon: IconName])[] = [
  ['/overview', 'Overview', 'overview'],
  ['/apps', 'Apps', 'apps'],
  ['/voices', 'Voices', 'voices'],
  ['/models', 'Models', 'download'],
  ['/live', 'Live', 'live'],
  ['/status', 'Status', 'status'],
  ['/webhooks', 'Webhooks', 'webhooks'],
  ['/audit', 'Audit', 'audit'],
];

/** The navigation and the current page. */
export function Shell({ onSignedOut }: { readonly onSignedOut: () => void }): JSX.Element {
  const { path, query } = usePlace();
  // Only the server can end the session; until then its cookie opens every page.
  const signOut = useAction(async () => {
    await callAdmin('session', { method: 'DELETE' });
    onSignedOut();
  });
  useEffect(signOut.clear, [path]);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="side">
        <Link to="/overview" class="home">
          <Wordmark />
        </Link>
        <nav aria-label="Pages">
          <ul>
            {NAVIGATION.map(([to, name, icon]) => (
              <li key={to}>
                <Link to={to} isCurrent={isWithin(path, to)}>
                  <Icon name={icon} />
                  <span>{name}</span>
                </Link>
              </li>
            ))}
            <li>
              <a href={ROOT.pathname}>
                <Icon name="try" />
                <span>Playground</span>
              </a>
            </li>
          </ul>
        </nav>
        <div class="side-foot">
          <ThemeButton />
          <button type="button" class="quiet" onClick={signOut.run}>
            <Icon name="signout" />
            <span>Sign out</span>
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <MissingPart />
        <Failure error={signOut.error} onRetry={signOut.run} />
        {pageFor(path, query)}
      </main>
    </div>
  );
}

/** The page of a request belongs to the overview. */
function isWithin(path: string, section: string): boolean {
  if (path.startsWith('/requests/')) return section === '/overview';
  return path === section || path.startsWith(`${section}/`);
}
