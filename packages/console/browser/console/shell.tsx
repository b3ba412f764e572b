import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { callAdmin } from '../api/client.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { Failure } from '../parts/notice.tsx';
import { usePlace } from '../state/router.ts';
import { type Theme, useTheme } from '../state/theme.ts';
import { useAction } from '../state/use-action.ts';
import { pageFor } from './routes.tsx';
import { Wordmark } from './wordmark.tsx';

const NAVIGATION: readonly (readonly [path: string, name: string, icon: IconName])[] = [
  ['/overview', 'Overview', 'overview'],
  ['/apps', 'Apps', 'apps'],
  ['/voices', 'Voices', 'voices'],
  ['/try', 'Try it', 'try'],
  ['/live', 'Live', 'live'],
  ['/webhooks', 'Webhooks', 'webhooks'],
  ['/audit', 'Audit', 'audit'],
];

const THEMES: Readonly<Record<Theme, readonly [next: Theme, icon: IconName, name: string]>> = {
  system: ['light', 'system', 'Colours as the system has them'],
  light: ['dark', 'sun', 'Light colours'],
  dark: ['system', 'moon', 'Dark colours'],
};

/** Navigation and the page that the address names. */
export function Shell({ onSignedOut }: { readonly onSignedOut: () => void }): JSX.Element {
  const { path, query } = usePlace();
  // Signed out is who the server has signed out: until then its cookie opens every page.
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
        <Failure error={signOut.error} onRetry={signOut.run} />
        {pageFor(path, query)}
      </main>
    </div>
  );
}

function ThemeButton(): JSX.Element {
  const [theme, choose] = useTheme();
  const [next, icon, name] = THEMES[theme];
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => choose(next)}
      title={name}
      aria-label={`${name}; change`}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A request is one of those that the overview lists. */
function isWithin(path: string, section: string): boolean {
  if (path.startsWith('/requests/')) return section === '/overview';
  return path === section || path.startsWith(`${section}/`);
}
