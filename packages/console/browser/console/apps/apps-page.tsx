import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AppLine, AppsAnswer } from '../../api/wire.ts';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Name } from '../../parts/name.tsx';
import { Empty, Failure, Loading } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { AppBadge } from '../../parts/status-badge.tsx';
import { usePages } from '../../state/use-pages.ts';

const PAGE = 20;
/** The search waits for a pause, so that not every letter causes a request. */
const TYPING_PAUSE_MS = 200;

/** All apps, searched by name. */
export function AppsPage(): JSX.Element {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const list = usePages<AppsAnswer>('apps', { search, limit: PAGE });
  const apps = list.pages.flatMap((page) => page.apps);
  return (
    <Page
      title="Apps"
      lead="Each app has its own App ID, token, limits and balances."
      actions={
        <Link to="/apps/new" class="button primary">
          <Icon name="plus" />
          New app
        </Link>
      }
    >
      <div class="card list">
        <div class="search">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Search by name"
            placeholder="Search by name"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        <Failure error={list.error} onRetry={list.reload} />
        {list.isLoading ? <Loading lines={6} /> : null}
        {apps.length > 0 ? <AppTable apps={apps} /> : null}
        {apps.length === 0 && !list.isLoading && list.error === undefined ? <NoApps search={search} /> : null}
        <MoreButton list={list} />
      </div>
    </Page>
  );
}

function AppTable({ apps }: { readonly apps: readonly AppLine[] }): JSX.Element {
  return (
    <div class="scroller">
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col" class="spare">
              App ID
            </th>
            <th scope="col">Expires</th>
            <th scope="col" class="spare">
              Last used
            </th>
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => (
            <tr key={app.appId}>
              <td>
                <Link to={`/apps/${encodeURIComponent(app.appId)}`} class="row-link">
                  <Name>{app.name}</Name>
                </Link>
              </td>
              <td>
                <AppBadge app={app} />
              </td>
              <td class="spare mono muted">{app.appId}</td>
              <td>{app.expiresAt === null ? 'Never' : <Moment at={app.expiresAt} style="relative" />}</td>
              <td class="spare">
                <Moment at={app.lastUsedAt} style="relative" none="Never" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoApps({ search }: { readonly search: string }): JSX.Element {
  if (search !== '') {
    return (
      <Empty
        title={
          <>
            No app has “<Name>{search}</Name>” in its name.
          </>
        }
      >
        <p>Try another part of the name.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No apps yet.">
      <Link to="/apps/new" class="button primary">
        Create the first one
      </Link>
    </Empty>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
