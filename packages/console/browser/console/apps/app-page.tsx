import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callAdmin, queryOf, ROOT } from '../../api/client.ts';
import type { AppDetail } from '../../api/wire.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { isolated, Name } from '../../parts/name.tsx';
import { Failure, Loading } from '../../parts/notice.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { AppBadge, isUsable } from '../../parts/status-badge.tsx';
import { formatCount } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { BalanceCard } from './balance-card.tsx';
import { LimitsCard } from './limits-card.tsx';
import { SecretCard } from './secret-card.tsx';
import { TokenCard } from './token-card.tsx';

/** One app with all its actions. */
export function AppPage({ appId }: { readonly appId: string }): JSX.Element {
  const path = `apps/${encodeURIComponent(appId)}`;
  const resource = useResource<AppDetail>(path);
  const { value: app, reload } = resource;
  return (
    <Page
      title={app === undefined ? 'App' : isolated(app.name)}
      heading={app === undefined ? undefined : <Name>{app.name}</Name>}
      lead={app === undefined ? undefined : <AppBadge app={app} />}
      back={<Link to="/apps">← Apps</Link>}
      actions={
        app === undefined ? undefined : (
          <>
            <Link to={`/overview${queryOf({ appId })}`} class="button">
              Its requests
            </Link>
            <Link to={`/apps/${encodeURIComponent(appId)}/vocabulary`} class="button">
              Vocabulary
            </Link>
            {isUsable(app) ? (
              <a href={ROOT.pathname + queryOf({ appId })} class="button">
                Try it
              </a>
            ) : null}
          </>
        )
      }
    >
      <Failure error={resource.error} onRetry={reload} />
      {resource.isLoading ? <Loading lines={8} /> : null}
      {app === undefined ? null : (
        <>
          <div class="pair">
            <Identity app={app} />
            <Usage app={app} />
          </div>
          <div class="pair">
            <BalanceCard app={app} path={path} onChange={reload} />
            <LimitsCard app={app} path={path} onChange={reload} />
          </div>
          <div class="pair">
            {isUsable(app) ? <TokenCard path={path} /> : null}
            <SecretCard path={path} />
          </div>
          <div class="pair">
            <Revocation app={app} path={path} onChange={reload} />
          </div>
        </>
      )}
    </Page>
  );
}

function Identity({ app }: { readonly app: AppDetail }): JSX.Element {
  return (
    <Section title="Credentials" lead="The token was shown only when it was created.">
      <CopyField label="App ID" value={app.appId} />
      <dl class="facts">
        <div>
          <dt>Created</dt>
          <dd>
            <Moment at={app.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>
            <Moment at={app.expiresAt} none="Never" />
          </dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd>
            <Moment at={app.lastUsedAt} style="relative" none="Never" />
          </dd>
        </div>
        {app.revokedAt === null ? null : (
          <div>
            <dt>Revoked</dt>
            <dd>
              <Moment at={app.revokedAt} />
            </dd>
          </div>
        )}
      </dl>
    </Section>
  );
}

function Usage({ app }: { readonly app: AppDetail }): JSX.Element {
  const { usage } = app;
  const ledger = (format: string): string =>
    new URL(`admin/v1/apps/${encodeURIComponent(app.appId)}/ledger?format=${format}`, ROOT).href;
  const shown = (value: number | string | undefined): string =>
    value === undefined ? '–' : formatCount(value);
  return (
    <Section title="Usage" lead="In the last 30 days.">
      <div class="tiles">
        <Tile name="Syntheses" value={shown(usage?.syntheses)} />
        <Tile name="Transcriptions" value={shown(usage?.transcriptions)} />
        <Tile name="Credits used" value={shown(usage?.credits)} />
        <Tile name="Seconds used" value={shown(usage?.seconds)} />
      </div>
      <div class="actions">
        <a class="button" href={ledger('csv')} download={`${app.name}.csv`}>
          <Icon name="download" />
          Ledger as CSV
        </a>
        <a class="button" href={ledger('json')} download={`${app.name}.json`}>
          <Icon name="download" />
          JSON
        </a>
      </div>
    </Section>
  );
}

function Tile({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div class="tile">
      <span class="tile-name">{name}</span>
      <span class="tile-value">{value}</span>
    </div>
  );
}

interface RevocationProps {
  readonly app: AppDetail;
  readonly path: string;
  readonly onChange: () => void;
}

function Revocation({ app, path, onChange }: RevocationProps): JSX.Element {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useAction(async () => {
    await callAdmin(`${path}/revoke`, { method: 'POST' });
    setIsAsking(false);
    onChange();
  });
  if (app.revokedAt !== null) {
    return (
      <Section title="Revoked">
        <p class="muted">Its token has been refused since the time above. Create a new app to continue.</p>
      </Section>
    );
  }
  return (
    <Section title="Revoke" lead="This makes the token permanently invalid. It can't be undone.">
      <div class="actions">
        <button type="button" class="button danger" onClick={() => setIsAsking(true)}>
          Revoke app…
        </button>
      </div>
      <Dialog
        title={
          <>
            Revoke “<Name>{app.name}</Name>”?
          </>
        }
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <p>Calls with its token are refused from now on. Its requests and its ledger are kept.</p>
        <Confirm action={revoke} verb="Revoke" isDanger onKeep={() => setIsAsking(false)} />
      </Dialog>
    </Section>
  );
}
