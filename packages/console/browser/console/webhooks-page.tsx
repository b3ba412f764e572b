import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { DeliveriesAnswer, Delivery } from '../api/wire.ts';
import { DeliveryCard } from '../parts/delivery-card.tsx';
import { Link } from '../parts/link.tsx';
import { Moment } from '../parts/moment.tsx';
import { MoreButton } from '../parts/more-button.tsx';
import { Empty, Failure, Loading } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { usePages } from '../state/use-pages.ts';

const PAGE = 20;
const STATES = [
  ['all', 'All'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
  ['dead', 'Given up'],
] as const satisfies readonly (readonly [Delivery['state'] | 'all', string])[];

/** The webhook deliveries, newest first. */
export function WebhooksPage(): JSX.Element {
  const [state, setState] = useState<Delivery['state'] | 'all'>('all');
  const list = usePages<DeliveriesAnswer>('webhooks', {
    state: state === 'all' ? undefined : state,
    limit: PAGE,
  });
  const deliveries = list.pages.flatMap((page) => page.deliveries);
  return (
    <Page
      title="Webhooks"
      lead="Results sent to the callers' addresses."
      actions={<Segmented label="State" value={state} choices={STATES} onChoose={setState} />}
    >
      <div class="card list">
        <Failure error={list.error} onRetry={list.reload} />
        {list.isLoading ? <Loading lines={6} /> : null}
        {deliveries.map((delivery) => (
          <div key={delivery.deliveryId} class="delivery-row">
            <p class="small">
              <Link to={`/requests/${encodeURIComponent(delivery.requestId)}`}>Request</Link>{' '}
              <span class="muted">
                from <Moment at={delivery.createdAt} style="relative" />
              </span>
            </p>
            <DeliveryCard
              delivery={delivery}
              onReplayed={(sent) => list.change((page) => withSent(page, sent))}
            />
          </div>
        ))}
        {deliveries.length === 0 && !list.isLoading && list.error === undefined ? (
          <Empty title={state === 'all' ? 'No deliveries yet.' : 'None in this state.'}>
            <p>A request with a webhook address creates one when it ends.</p>
          </Empty>
        ) : null}
        <MoreButton list={list} />
      </div>
    </Page>
  );
}

/** The page with the delivery as it is now; it keeps its place, also if it no longer has the chosen state. */
function withSent(page: DeliveriesAnswer, sent: Delivery): DeliveriesAnswer {
  const isSent = ({ deliveryId }: Delivery): boolean => deliveryId === sent.deliveryId;
  return { ...page, deliveries: page.deliveries.map((delivery) => (isSent(delivery) ? sent : delivery)) };
}
