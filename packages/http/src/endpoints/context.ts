import type { SpeechService } from '@parlance/core/service';
import type { UploadSlots } from '../kit/bodies/upload-slots.ts';
import type { Endpoint } from '../kit/endpoint/endpoint.ts';
import type { LiveRequests } from '../operations/live-requests.ts';
import type { HttpMetrics } from '../operations/metrics.ts';
import type { SpeechHttpOptions } from '../options.ts';
import type { AdminGate } from '../request/admin.ts';

/** What endpoints are made with. */
export interface EndpointContext {
  readonly service: SpeechService;
  readonly options: SpeechHttpOptions;
  readonly metrics: HttpMetrics;
  readonly live: LiveRequests;
  readonly uploads: UploadSlots;
  /** All that are mounted, once that is done. */
  readonly mounted: readonly Endpoint<AdminContext>[];
}

/** What those of the admin API are made with. */
export interface AdminContext extends EndpointContext {
  readonly gate: AdminGate;
}
