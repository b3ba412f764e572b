import type { JSX } from 'preact';
import type { AppLine, Delivery, Status } from '../api/wire.ts';

type Tone = 'success' | 'failed' | 'processing' | 'neutral';

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: string }): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const STATUS_NAMES = { processing: 'Processing', success: 'Success', failed: 'Failed' } as const;

export function StatusBadge({ status }: { readonly status: Status }): JSX.Element {
  return <Badge tone={status}>{STATUS_NAMES[status]}</Badge>;
}

export function AppBadge({ app }: { readonly app: AppLine }): JSX.Element {
  if (app.revokedAt !== null) return <Badge tone="failed">Revoked</Badge>;
  if (isExpired(app)) return <Badge tone="neutral">Expired</Badge>;
  return <Badge tone="success">Active</Badge>;
}

export function isUsable(app: AppLine): boolean {
  return app.revokedAt === null && !isExpired(app);
}

function isExpired({ expiresAt }: AppLine): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

const DELIVERY_STATES = {
  pending: ['processing', 'Pending'],
  delivered: ['success', 'Delivered'],
  dead: ['failed', 'Given up'],
} as const satisfies Record<Delivery['state'], readonly [Tone, string]>;

export function DeliveryBadge({ state }: { readonly state: Delivery['state'] }): JSX.Element {
  const [tone, name] = DELIVERY_STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}
