import type { JSX } from 'preact';
import type { NodeStatus } from '../../api/wire.ts';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/page.tsx';
import { Badge } from '../../parts/status-badge.tsx';
import { formatBytes, formatCount, formatDuration } from '../../state/format.ts';
import { Facts } from './facts.tsx';

interface NodeSectionProps {
  readonly node: NodeStatus;
  /** Whether to mark it as the process that answers. */
  readonly answers: boolean;
}

/** One process: its engines and counters. */
export function NodeSection({ node, answers }: NodeSectionProps): JSX.Element {
  return (
    <Section
      title={`${node.hostName} · ${node.roles.join(', ')}`}
      lead={
        <>
          Parlance {node.version} on Node {node.nodeVersion}, started{' '}
          <Moment at={node.startedAt} style="relative" />
          {answers ? '. It serves this page.' : null}
        </>
      }
    >
      {node.engines.length === 0 ? null : <Engines node={node} />}
      <div class="pair">
        <Facts facts={firstFactsOf(node)} />
        <Facts facts={otherFactsOf(node)} />
      </div>
    </Section>
  );
}

function Engines({ node }: { readonly node: NodeStatus }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <section class="scroller" tabIndex={0} aria-label={`Engines of ${node.hostName}`}>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Engine</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Busy
            </th>
            <th scope="col" class="number">
              Waiting
            </th>
            <th scope="col" class="number">
              Memory
            </th>
            <th scope="col" class="number">
              Refused
            </th>
            <th scope="col">Incidents</th>
          </tr>
        </thead>
        <tbody>
          {node.engines.map((engine) => (
            <tr key={`${engine.kind} ${engine.engine}`}>
              <td>
                <span class="name">{engine.engine}</span>
              </td>
              <td>
                <EngineState engine={engine} />
              </td>
              <td class="number">
                {engine.running} of {engine.workers}
              </td>
              <td class="number">{formatCount(engine.waiting)}</td>
              <td class="number">
                {engine.residentBytes === null ? '–' : formatBytes(engine.residentBytes)}
              </td>
              <td class="number">{formatCount(engine.refused)}</td>
              <td>{countsOf(engine.incidents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function EngineState({ engine }: { readonly engine: NodeStatus['engines'][number] }): JSX.Element {
  if (engine.problem !== null) return <Badge tone="failed">Down</Badge>;
  if (engine.loadState === 'unloaded') return <Badge tone="neutral">Not loaded</Badge>;
  if (engine.loadState === 'loading') return <Badge tone="processing">Loading</Badge>;
  return <Badge tone="success">Up</Badge>;
}

type FactList = Parameters<typeof Facts>[0]['facts'];

function firstFactsOf(node: NodeStatus): FactList {
  return [
    ['Memory of the process', formatBytes(node.residentBytes)],
    [
      'Killed for lack of memory',
      node.memoryKills === null ? 'not reported by the system' : formatCount(node.memoryKills),
    ],
    ['Live syntheses', formatCount(node.liveSyntheses)],
    ['Open sessions', formatCount(node.openSessions)],
    ['Ended sessions', countsOf(node.endedSessions, { none: 'without an error' })],
    ['Refusals', countsOf(node.refusals)],
  ];
}

function otherFactsOf({ leases, webhookAttempts, audioStore, connections }: NodeStatus): FactList {
  return [
    [
      'Leases',
      leases === null
        ? 'limits apply to this process only'
        : `${leases.held} held, ${formatCount(leases.renewed)} renewals, ${formatCount(leases.lost)} lost`,
    ],
    ['Webhook attempts', countsOf(webhookAttempts)],
    [
      'Audio storage',
      `${formatCount(audioStore.calls)} calls, ${formatCount(audioStore.failed)} failed, ${timeOf(audioStore.meanMs)} on average`,
    ],
    [
      'Database connections',
      connections === null
        ? 'embedded database'
        : `${connections.busy} busy, ${connections.idle} idle, ${connections.waiting} calls waiting`,
    ],
    ...(connections === null
      ? []
      : [
          [
            'Wait for a connection',
            `${timeOf(connections.waitMeanMs)} on average, ${timeOf(connections.waitMaxMs)} at most`,
          ] as const,
        ]),
  ];
}

function timeOf(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}

/** "3 delivered, 1 refused"; codes stay unchanged. */
function countsOf(
  counts: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>> = {},
): string {
  const told = Object.entries(counts).map(([name, count]) => `${formatCount(count)} ${names[name] ?? name}`);
  return told.length === 0 ? 'none' : told.join(', ');
}
