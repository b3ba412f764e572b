import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ROOT } from '../../api/client.ts';
import type { AudioFormat, RequestDetail } from '../../api/wire.ts';
import { DeliveryCard } from '../../parts/delivery-card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Empty, Failure, Loading } from '../../parts/notice.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { formatCount, formatDuration } from '../../state/format.ts';
import { useResource } from '../../state/use-resource.ts';

/** How often an unfinished request is polled. */
const POLL_MS = 2000;

const KINDS = {
  batch: 'Batch',
  legacy: 'Legacy endpoint',
  live: 'Realtime',
  session: 'Streaming session',
} as const;

/** All details of one request. */
export function RequestPage({ requestId }: { readonly requestId: string }): JSX.Element {
  const [isSettled, setIsSettled] = useState(false);
  const request = useResource<RequestDetail>(
    `requests/${encodeURIComponent(requestId)}`,
    isSettled ? {} : { everyMs: POLL_MS },
  );
  const { value } = request;
  useEffect(() => {
    if (value !== undefined) setIsSettled(isAtItsEnd(value));
  }, [value]);
  return (
    <Page
      title={
        value?.type === 'transcription'
          ? 'Speech to text'
          : value === undefined
            ? 'Request'
            : 'Text to speech'
      }
      lead={<span class="mono">{requestId}</span>}
      back={<Link to="/overview">← Overview</Link>}
      actions={value === undefined ? undefined : <StatusBadge status={value.status} />}
    >
      <Failure error={request.error} onRetry={request.reload} />
      {request.isLoading ? <Loading lines={8} /> : null}
      {value === undefined ? null : <Details request={value} onReload={request.reload} />}
    </Page>
  );
}

function isAtItsEnd({ status, deliveries }: RequestDetail): boolean {
  return status !== 'processing' && deliveries.every(({ state }) => state !== 'pending');
}

function Details({
  request,
  onReload,
}: {
  readonly request: RequestDetail;
  readonly onReload: () => void;
}): JSX.Element {
  const { type, createdAt, startedAt, finishedAt, error, progress, characters } = request;
  const isSpeech = type === 'synthesis';
  return (
    <>
      {error === null ? null : (
        <div class="notice failure">
          <Icon name="warning" />
          <div>
            <strong>{error.message}</strong>
            <p class="mono">{error.code}</p>
          </div>
        </div>
      )}
      <div class="pair">
        <Section title="Request">
          <dl class="facts">
            <Fact name="App">
              <Link to={`/apps/${encodeURIComponent(request.appId)}`} class="mono">
                {request.appId}
              </Link>
            </Fact>
            <Fact name="Kind">{KINDS[request.kind]}</Fact>
            {isSpeech ? (
              <Fact name="Text">{formatCount(characters ?? progress.total)} characters</Fact>
            ) : null}
            {isSpeech ? null : <Fact name="Audio">{formatCount(progress.total)} seconds</Fact>}
            {request.voiceCode === null ? null : <Fact name="Voice">{request.voiceCode}</Fact>}
            {request.format === null ? null : <Fact name="Format">{nameFormat(request.format)}</Fact>}
            {request.credits === null ? null : <Fact name="Credits">{formatCount(request.credits)}</Fact>}
            {request.seconds === null ? null : (
              <Fact name="Billed">{formatCount(request.seconds)} seconds</Fact>
            )}
          </dl>
        </Section>
        <Section title="Times">
          <dl class="facts">
            <Fact name="Created">
              <Moment at={createdAt} style="precise" />
            </Fact>
            <Fact name="Started">
              <Moment at={startedAt} style="precise" none={finishedAt === null ? 'Waiting' : '–'} />
            </Fact>
            <Fact name="Finished">
              <Moment at={finishedAt} style="precise" none="Not yet" />
            </Fact>
            <Fact name="Waited">{spanBetween(createdAt, startedAt)}</Fact>
            <Fact name="Worked">{spanBetween(startedAt, finishedAt)}</Fact>
          </dl>
        </Section>
      </div>
      {request.audioUrl === null ? null : <Audio address={request.audioUrl} />}
      <Section title="Webhook" lead="Every attempt to deliver the result to the caller's address.">
        {request.deliveries.length === 0 ? (
          <Empty title="No webhook">
            <p>The caller gave no address, or there is no result yet.</p>
          </Empty>
        ) : (
          request.deliveries.map((delivery) => (
            <DeliveryCard key={delivery.deliveryId} delivery={delivery} onReplayed={onReload} />
          ))
        )}
      </Section>
    </>
  );
}

function Audio({ address }: { readonly address: string }): JSX.Element {
  const { here, isElsewhere } = audioAddress(address);
  // Every answer has a new link, which would end the playback.
  const [begun, setBegun] = useState<string>();
  return (
    <Section title="Audio" lead="The link is valid for three minutes. Reload the page for a new one.">
      {isElsewhere ? null : (
        // biome-ignore lint/a11y/useMediaCaption: synthesized speech; its text is not stored.
        <audio
          controls
          preload="metadata"
          src={begun ?? here}
          onPlay={() => setBegun(begun ?? here)}
          onEnded={() => setBegun(undefined)}
        />
      )}
      <p>
        <a class="button" href={here} download>
          <Icon name="download" />
          Download
        </a>
      </p>
    </Section>
  );
}

/**
 * Links signed by the service contain its public address, but the page may have been opened at another address and can play only from its own.
 * Links to an object store lead elsewhere.
 */
function audioAddress(address: string): { readonly here: string; readonly isElsewhere: boolean } {
  const url = new URL(address, ROOT);
  const [, own] = /(?:^|\/)(v1\/audio\/[^/]+)$/.exec(url.pathname) ?? [];
  if (own !== undefined) return { here: new URL(own + url.search, ROOT).href, isElsewhere: false };
  return { here: url.href, isElsewhere: url.origin !== location.origin };
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function nameFormat({ container, sampleRateHz, bitrateKbps }: AudioFormat): string {
  const rate = `${container.toUpperCase()}, ${formatCount(sampleRateHz)} Hz`;
  return bitrateKbps === undefined ? rate : `${rate}, ${bitrateKbps} kbps`;
}

function spanBetween(from: string | null, to: string | null): string {
  return from === null || to === null ? '–' : formatDuration(Date.parse(to) - Date.parse(from));
}
