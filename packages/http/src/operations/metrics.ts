import { createRequire } from 'node:module';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { UploadSlots } from '../kit/bodies/upload-slots.ts';

/** The metrics of one server, for `GET /metrics`. */
export interface HttpMetrics {
  readonly registry: Registry;
  readonly requests: Counter<'method' | 'route' | 'status'>;
  readonly durationSeconds: Histogram<'method' | 'route'>;
  readonly liveSyntheses: Gauge;
  readonly firstAudioSeconds: Histogram;
}

/** Finer below one second, the limit for realtime answers. */
const FIRST_AUDIO_BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1, 2, 5];
const DURATION_BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 100];

/** Each server has its own registry, so that two in one process don't add up. */
export function createHttpMetrics(uploads: Pick<UploadSlots, 'running'>): HttpMetrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, garbage collection and the lag of the event loop.
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'parlance_build_info',
    help: 'Always 1; the versions are in its labels.',
    labelNames: ['version', 'node_version'],
    registers,
  }).set({ version: ownVersion(), node_version: process.versions.node }, 1);
  new Gauge({
    name: 'parlance_uploads',
    help: 'Uploads in progress.',
    registers,
    collect() {
      this.set(uploads.running);
    },
  });
  return {
    registry,
    requests: new Counter({
      name: 'parlance_http_requests_total',
      help: 'Answers by method, route and status; status 499 is a client that left before the end.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    durationSeconds: new Histogram({
      name: 'parlance_http_request_duration_seconds',
      help: 'Time from the headers of a request to the last byte of its answer.',
      labelNames: ['method', 'route'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    }),
    liveSyntheses: new Gauge({
      name: 'parlance_live_syntheses',
      help: 'Realtime syntheses in progress.',
      registers,
    }),
    firstAudioSeconds: new Histogram({
      name: 'parlance_first_audio_seconds',
      help: 'Time from a realtime synthesis request, its body read, to its first audio byte.',
      buckets: FIRST_AUDIO_BUCKETS_SECONDS,
      registers,
    }),
  };
}

function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('@parlance/http/package.json') as {
    readonly version: string;
  };
  return manifest.version;
}
