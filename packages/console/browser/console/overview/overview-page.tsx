import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { queryOf } from '../../api/client.ts';
import type { AppsAnswer, OverviewAnswer, Status } from '../../api/wire.ts';
import { Failure } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Segmented } from '../../parts/segmented.tsx';
import { useKept } from '../../state/kept.ts';
import { navigate } from '../../state/router.ts';
import { useResource } from '../../state/use-resource.ts';
import { CountCard } from './count-card.tsx';
import { CountsOverTime } from './counts-over-time.tsx';
import { DateField } from './date-field.tsx';
import { RefusedCalls } from './refused-calls.tsx';
import { RequestList } from './request-list.tsx';
import { daysOf, RANGES, type RangeName, rangeOf } from './time-range.ts';

/** Number of apps in the filter; other apps have a link on their own pages. */
const CHOICE_OF_APPS = 100;

/** The requests of a period, with their results. */
export function OverviewPage({ query }: { readonly query: URLSearchParams }): JSX.Element {
  const choice = query.toString();
  const [nowMs, renewNow] = useKept(`now of ${choice}`, Date.now);
  const range = useMemo(() => rangeOf(new URLSearchParams(choice), nowMs), [choice, nowMs]);
  const status = (query.get('status') ?? undefined) as Status | undefined;
  const appId = query.get('appId') ?? undefined;
  const { from, to, interval } = range;
  const overview = useResource<OverviewAnswer>(`overview${queryOf({ from, to, interval, appId })}`);
  const apps = useResource<AppsAnswer>(`apps${queryOf({ limit: CHOICE_OF_APPS })}`);
  const change = (changes: Record<string, string | undefined>): void => {
    navigate(`/overview${queryOf({ ...Object.fromEntries(query), ...changes })}`, { replace: true });
  };
  const { first, last } = daysOf(range);
  const chooseRange = (name: RangeName): void =>
    change({
      range: name,
      from: name === 'custom' ? first : undefined,
      to: name === 'custom' ? last : undefined,
    });
  return (
    <Page
      title="Overview"
      lead="Conversion requests by status."
      actions={<Segmented label="Time range" value={range.name} choices={RANGES} onChoose={chooseRange} />}
    >
      {range.name === 'custom' ? (
        <div class="dates">
          <DateField label="From" date={first} max={last} onDate={(from) => change({ from })} />
          <DateField label="To" date={last} min={first} onDate={(to) => change({ to })} />
        </div>
      ) : null}
      <Failure error={overview.error} onRetry={overview.reload} />
      <div class="pair">
        <CountCard
          title="Text to speech"
          counts={overview.value?.synthesis}
          chosen={status}
          onChoose={(chosen) => change({ status: chosen })}
        />
        <CountCard
          title="Speech to text"
          counts={overview.value?.transcription}
          chosen={status}
          onChoose={(chosen) => change({ status: chosen })}
        />
      </div>
      <CountsOverTime series={overview.value?.series} range={range} />
      <RefusedCalls rejected={overview.value?.rejected ?? []} />
      <RequestList
        apps={apps.value?.apps ?? []}
        filters={{ from, to, status, appId }}
        onChange={change}
        onReload={() => {
          // The period ends with the current hour or day, which may have passed.
          renewNow();
          overview.reload();
        }}
      />
    </Page>
  );
}
