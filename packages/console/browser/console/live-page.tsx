import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { LiveAnswer } from '../api/wire.ts';
import { Empty, Failure, Loading } from '../parts/notice.tsx';
import { Page, Section } from '../parts/page.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { formatCount, formatDuration } from '../state/format.ts';
import { useResource } from '../state/use-resource.ts';

const EVERY_MS = 2000;
/** Number of samples in two minutes. */
const KEPT_SAMPLES = 60;

const JOB_NAMES: Readonly<Record<string, string>> = {
  synthesis: 'Synthesis',
  transcription: 'Transcription',
  'webhook-delivery': 'Webhook deliveries',
  housekeeping: 'Housekeeping',
};

/** Hint next to an engine without a problem. */
const LOAD_HINTS = {
  unloaded: 'not loaded',
  loading: 'loading …',
  'loading-more': 'loading more workers …',
  loaded: '',
} as const satisfies Record<NonNullable<LiveAnswer['workers'][number]['loadState']>, string>;

/** The current state of the service, updated every two seconds while the page is visible. */
export function LivePage(): JSX.Element {
  const { value, error, isLoading, reload } = useResource<LiveAnswer>('live', { everyMs: EVERY_MS });
  const [samples, setSamples] = useState<readonly LiveAnswer[]>([]);
  useEffect(() => {
    if (value !== undefined) setSamples((before) => [...before, value].slice(-KEPT_SAMPLES));
  }, [value]);
  return (
    <Page
      title="Live"
      lead={
        <>
          <span class={`dot ${error === undefined ? 'on' : ''}`} /> Updated every two seconds.
        </>
      }
    >
      <Failure error={error} onRetry={reload} />
      {isLoading ? <Loading lines={8} /> : null}
      {value === undefined ? null : <State now={value} samples={samples} />}
    </Page>
  );
}

function State({
  now,
  samples,
}: {
  readonly now: LiveAnswer;
  readonly samples: readonly LiveAnswer[];
}): JSX.Element {
  // The next housekeeping is always in the queue, but nobody waits for it.
  const waiting = ({ queue }: LiveAnswer): number =>
    Object.entries(queue.jobs).reduce(
      (sum, [kind, count]) => (kind === 'housekeeping' ? sum : sum + count),
      0,
    );
  return (
    <>
      <div class="quad">
        <Gauge
          title="Jobs"
          value={formatCount(waiting(now))}
          detail="waiting or running"
          trend={samples.map(waiting)}
        />
        <Gauge
          title="Live syntheses"
          value={formatCount(now.live.syntheses)}
          detail="right now"
          trend={samples.map(({ live }) => live.syntheses)}
        />
        <Gauge
          title="Sessions"
          value={formatCount(now.sessions.open)}
          detail="open"
          trend={samples.map(({ sessions }) => sessions.open)}
        />
        <Gauge
          title="First audio"
          value={millisecondsOf(now.latency.firstAudioMs.p50)}
          detail="median"
          trend={samples.map(({ latency }) => latency.firstAudioMs.p50 ?? 0)}
        />
      </div>
      <div class="pair">
        <Section title="Workers" lead="Busy workers of each engine, and their total number.">
          {now.workers.length === 0 ? (
            <Empty title="No engine has workers.">
              <p>They start with the first request.</p>
            </Empty>
          ) : null}
          <ul class="bars">
            {now.workers.map(({ engine, busy, size, loadState, problem }) => (
              <li key={engine}>
                <span class="breaks">
                  {engine}
                  <EngineHint hint={problem ?? LOAD_HINTS[loadState ?? 'loaded']} />
                </span>
                <meter
                  min={0}
                  max={Math.max(1, size)}
                  value={busy}
                  aria-label={`${engine}: ${busy} of ${size} busy`}
                />
                <span class="number">
                  {busy} of {size}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title="Queue" lead="Jobs that are waiting or running, in all processes.">
          <dl class="facts">
            {Object.entries(now.queue.jobs).map(([kind, count]) => (
              <div key={kind}>
                <dt>{JOB_NAMES[kind] ?? kind}</dt>
                <dd class="number">{formatCount(count)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <Section title="Latency" lead="Latency of the latest calls that this process answered.">
        <div class="scroller">
          <table class="rows">
            <thead>
              <tr>
                <th scope="col">From … to</th>
                <th scope="col" class="number">
                  Median
                </th>
                <th scope="col" class="number">
                  95 %
                </th>
              </tr>
            </thead>
            <tbody>
              <LatencyRow name="Call to first audio" latency={now.latency.firstAudioMs} />
              <LatencyRow name="Last sample to final text" latency={now.latency.finalMs} />
            </tbody>
          </table>
        </div>
      </Section>
    </>
  );
}

interface GaugeProps {
  readonly title: string;
  readonly value: string;
  readonly detail: string;
  readonly trend: readonly number[];
}

function Gauge({ title, value, detail, trend }: GaugeProps): JSX.Element {
  return (
    <section class="card gauge" aria-label={title}>
      <h2>{title}</h2>
      <p class="gauge-value">
        <strong>{value}</strong> <span class="muted">{detail}</span>
      </p>
      <Sparkline values={trend} />
    </section>
  );
}

function LatencyRow({
  name,
  latency,
}: {
  readonly name: string;
  readonly latency: LiveAnswer['latency']['finalMs'];
}): JSX.Element {
  return (
    <tr>
      <td>{name}</td>
      <td class="number">{millisecondsOf(latency.p50)}</td>
      <td class="number">{millisecondsOf(latency.p95)}</td>
    </tr>
  );
}

function millisecondsOf(value: number | null): string {
  return value === null ? '–' : formatDuration(value);
}

function EngineHint({ hint }: { readonly hint: string }): JSX.Element | null {
  if (hint === '') return null;
  return (
    <span class="hint" role="status">
      {' '}
      {hint}
    </span>
  );
}
