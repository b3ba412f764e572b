import type { JSX } from 'preact';
import { Link } from '../parts/link.tsx';
import { Empty } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { AppPage } from './apps/app-page.tsx';
import { AppsPage } from './apps/apps-page.tsx';
import { NewAppPage } from './apps/new-app-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { LivePage } from './live-page.tsx';
import { ModelsPage } from './models/models-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { RequestPage } from './overview/request-page.tsx';
import { StatusPage } from './status/status-page.tsx';
import { VocabularyPage } from './vocabulary/vocabulary-page.tsx';
import { VoicesPage } from './voices-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

/** The page at a path of the console. Keys give a page with another subject a new state. */
export function pageFor(path: string, query: URLSearchParams): JSX.Element {
  const [, section, id, part] = path.split('/').map((part) => decodeURIComponent(part));
  if (id === undefined) {
    switch (section) {
      case 'overview':
        return <OverviewPage query={query} />;
      case 'apps':
        return <AppsPage />;
      case 'models':
        return <ModelsPage />;
      case 'voices':
        return <VoicesPage />;
      case 'live':
        return <LivePage />;
      case 'status':
        return <StatusPage />;
      case 'webhooks':
        return <WebhooksPage />;
      case 'audit':
        return <AuditPage />;
    }
  }
  if (section === 'apps' && id === 'new') return <NewAppPage />;
  if (section === 'apps' && id !== undefined && part === 'vocabulary')
    return <VocabularyPage key={id} appId={id} />;
  if (section === 'apps' && id !== undefined && part === undefined) return <AppPage key={id} appId={id} />;
  if (section === 'requests' && id !== undefined) return <RequestPage key={id} requestId={id} />;
  return (
    <Page title="No such page">
      <Empty title="There is no page at this address.">
        <Link to="/overview">Go to the overview</Link>
      </Empty>
    </Page>
  );
}
