import type { SpeechService } from '@parlance/core/service';
import type { UploadSlots } from '../kit/bodies/upload-slots.ts';
import type { Endpoint } from '../kit/endpoint/endpoint.ts';
import type { LiveRequests } from '../operations/live-requests.ts';
import type { HttpMetrics } from '../operations/metrics.ts';
import type { SpeechHttpOptions } from '../options.ts';
import type { AdminGate } from '../request/auth/admin.ts';

/** What endpoints need. */
export interface EndpointContext {
  readonly service: SpeechService;
  readonly options: SpeechHttpOptions;
  readonly metrics: HttpMetrics;
  readonly live: LiveRequests;
  readonly uploads: UploadSlots;
  /** All mounted endpoints, once mounting is done. */
  readonly mounted: readonly Endpoint<AdminContext>[];
}

/** What endpoints of the admin API need. */
export interface AdminContext extends EndpointContext {
  readonly gate: AdminGate;
}
