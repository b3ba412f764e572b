import type { JSX } from 'preact';
import { ROOT } from '../../api/client.ts';
import type { AppLine, RequestLine, RequestsAnswer, Status } from '../../api/wire.ts';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { Name } from '../../parts/name.tsx';
import { Empty, Failure, Loading } from '../../parts/notice.tsx';
import { Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { formatCount, formatDuration } from '../../state/format.ts';
import { usePages } from '../../state/use-pages.ts';

const PAGE = 20;

interface RequestListProps {
  readonly apps: readonly AppLine[];
  readonly filters: {
    readonly from: string;
    readonly to: string;
    readonly status: Status | undefined;
    readonly appId: string | undefined;
  };
  readonly onChange: (changes: Record<string, string | undefined>) => void;
  /** Called to reload the numbers above too. */
  readonly onReload: () => void;
}

/** The requests, newest first. */
export function RequestList({ apps, filters, onChange, onReload }: RequestListProps): JSX.Element {
  const list = usePages<RequestsAnswer>('requests', { ...filters, limit: PAGE });
  const requests = list.pages.flatMap((page) => page.requests);
  const names = new Map(apps.map(({ appId, name }) => [appId, name]));
  const isFiltered = filters.status !== undefined || filters.appId !== undefined;
  const reload = (): void => {
    onReload();
    list.reload();
  };
  return (
    <Section
      title="Requests"
      class="list"
      actions={
        <>
          <label class="inline">
            <span>Status</span>
            <select
              value={filters.status ?? ''}
              onChange={(event) => onChange({ status: event.currentTarget.value || undefined })}
            >
              <option value="">All</option>
              <option value="processing">Processing</option>
              <option value="success">Success</option>
              <option value="failed">Failed</option>
            </select>
          </label>
          <label class="inline">
            <span>App</span>
            <select
              value={filters.appId ?? ''}
              onChange={(event) => onChange({ appId: event.currentTarget.value || undefined })}
            >
              <option value="">All</option>
              {apps.map(({ appId, name }) => (
                <option key={appId} value={appId} dir="auto">
                  {name}
                </option>
              ))}
              {filters.appId !== undefined && !names.has(filters.appId) ? (
                <option value={filters.appId}>{filters.appId}</option>
              ) : null}
            </select>
          </label>
          <button type="button" class="button" onClick={reload}>
            Refresh
          </button>
        </>
      }
    >
      <Failure error={list.error} onRetry={list.reload} />
      {list.isLoading ? <Loading lines={6} /> : null}
      {requests.length > 0 ? (
        <div class="scroller">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">Request</th>
                <th scope="col">Status</th>
                <th scope="col" class="spare">
                  App
                </th>
                <th scope="col" class="spare number">
                  Size
                </th>
                <th scope="col" class="spare number">
                  Took
                </th>
                <th scope="col">Created</th>
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <RequestRow key={request.requestId} request={request} appName={names.get(request.appId)} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {requests.length === 0 && !list.isLoading && list.error === undefined ? (
        <Empty title={isFiltered ? 'No requests match these filters.' : 'No requests in this period.'}>
          {isFiltered ? (
            <button
              type="button"
              class="button"
              onClick={() => onChange({ status: undefined, appId: undefined })}
            >
              Show all
            </button>
          ) : (
            <p>
              Choose a longer period above, or <a href={ROOT.pathname}>try the service</a> to make the first
              one.
            </p>
          )}
        </Empty>
      ) : null}
      <MoreButton list={list} />
    </Section>
  );
}

const KINDS = { batch: 'batch', legacy: 'legacy', live: 'realtime', session: 'streaming' } as const;

function RequestRow({
  request,
  appName,
}: {
  readonly request: RequestLine;
  readonly appName: string | undefined;
}): JSX.Element {
  const { requestId, appId, type, kind, status, createdAt, finishedAt, progress } = request;
  const isSpeech = type === 'synthesis';
  return (
    <tr>
      <td>
        <Link to={`/requests/${encodeURIComponent(requestId)}`} class="row-link">
          {isSpeech ? 'Text to speech' : 'Speech to text'}
          <span class="muted"> {KINDS[kind]}</span>
        </Link>
      </td>
      <td>
        <StatusBadge status={status} />
      </td>
      <td class="spare">
        {appName === undefined ? <span class="mono muted">{appId.slice(0, 8)}</span> : <Name>{appName}</Name>}
      </td>
      <td class="spare number">
        {formatCount(progress.total)} {isSpeech ? 'characters' : 's'}
      </td>
      <td class="spare number">
        {finishedAt === null ? '–' : formatDuration(Date.parse(finishedAt) - Date.parse(createdAt))}
      </td>
      <td>
        <Moment at={createdAt} style="relative" />
      </td>
    </tr>
  );
}
