import type { JSX } from 'preact';
import type { NodeStatus, StatusAnswer } from '../../api/wire.ts';
import { Link } from '../../parts/link.tsx';
import { Failure, Loading } from '../../parts/notice.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Badge } from '../../parts/status-badge.tsx';
import { formatCount, formatDuration } from '../../state/format.ts';
import { useResource } from '../../state/use-resource.ts';
import { Facts } from './facts.tsx';
import { NodeSection } from './node-section.tsx';

/** The interval at which the processes report their state. */
const EVERY_MS = 10_000;

const JOB_NAMES: Readonly<Record<string, string>> = {
  synthesis: 'Synthesis',
  transcription: 'Transcription',
  'webhook-delivery': 'Webhook deliveries',
  housekeeping: 'Housekeeping',
};
const DELIVERY_NAMES: Readonly<Record<string, string>> = {
  pending: 'Webhooks pending',
  delivered: 'Webhooks delivered',
  dead: 'Webhooks given up',
};

/** The state of the service, process by process. */
export function StatusPage(): JSX.Element {
  const { value, error, isLoading, reload } = useResource<StatusAnswer>('status', { everyMs: EVERY_MS });
  return (
    <Page title="Status" lead="Updated every ten seconds. Counts start when a process starts.">
      <Failure error={error} onRetry={reload} />
      {isLoading ? <Loading lines={8} /> : null}
      {value === undefined ? null : <Status status={value} />}
    </Page>
  );
}

function Status({ status: { nodes, queue, nodeId } }: { readonly status: StatusAnswer }): JSX.Element {
  return (
    <>
      <div class="pair">
        <Section title="Dependencies" lead="As seen by the processes.">
          <Dependencies nodes={nodes} />
        </Section>
        <Section title="Queue" lead="Of all processes, up to some seconds old.">
          {queue === null ? <p class="muted">The database does not report it.</p> : <Queue queue={queue} />}
        </Section>
      </div>
      {nodes.map((node) => (
        <NodeSection key={node.nodeId} node={node} answers={nodes.length > 1 && node.nodeId === nodeId} />
      ))}
    </>
  );
}

/** Each dependency with the first problem that a process reports. */
function Dependencies({ nodes }: { readonly nodes: readonly NodeStatus[] }): JSX.Element {
  const names = [...new Set(nodes.flatMap(({ dependencies }) => Object.keys(dependencies)))];
  const problemOf = (name: string): string | undefined =>
    nodes.map(({ dependencies }) => dependencies[name]).find((problem) => typeof problem === 'string') ??
    undefined;
  const engineProblems = nodes.flatMap(({ engines }) =>
    engines.flatMap(({ problem }) => (problem === null ? [] : [problem])),
  );
  const known: readonly (readonly [string, string | undefined])[] = [
    ...names.map((name) => [name === 'audio' ? 'Audio storage' : 'Database', problemOf(name)] as const),
    ['Engines', engineProblems[0]],
  ];
  return (
    <Facts
      facts={known.map(([name, problem]) => [
        name,
        problem === undefined ? (
          <Badge tone="success">Up</Badge>
        ) : (
          <>
            <Badge tone="failed">Down</Badge> <span class="small">{problem}</span>
          </>
        ),
      ])}
    />
  );
}

function Queue({ queue }: { readonly queue: NonNullable<StatusAnswer['queue']> }): JSX.Element {
  const jobs = Object.entries(queue.jobs).map(([kind, count]): [string, string] => {
    const oldestMs = queue.oldestWaitMs[kind] ?? 0;
    const wait = oldestMs > 0 ? `, the oldest for ${formatDuration(oldestMs)}` : '';
    return [JOB_NAMES[kind] ?? kind, `${formatCount(count)}${wait}`];
  });
  const deliveries = Object.entries(queue.deliveries).map(([state, count]): [string, string] => [
    DELIVERY_NAMES[state] ?? state,
    formatCount(count),
  ]);
  return (
    <>
      <Facts facts={[...jobs, ...deliveries]} />
      <p class="small">
        <Link to="/webhooks">All deliveries</Link>
      </p>
    </>
  );
}
