import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SpeechError } from '@parlance/core/errors';
import { systemClock, type Tracer, within } from '@parlance/core/platform';
import { openTelemetryTracer } from './open-telemetry-tracer.ts';
import { samplerOf } from './samplers.ts';

export interface RunningTracing {
  readonly tracer: Tracer;
  /** Sends the remaining spans, for some seconds at most. */
  stop(): Promise<void>;
}

/** A collector that does not answer must not delay the end of the process. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Sets up OpenTelemetry for this process from its environment variables: `OTEL_EXPORTER_OTLP_*`, `OTEL_TRACES_EXPORTER`, `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`. Spans are sent in the background; those that the collector does not accept are dropped.
 *
 * @param options.serviceName the default for `OTEL_SERVICE_NAME`
 * @throws SpeechError `INVALID_CONFIG` that names the variable
 */
export function startTracing({
  serviceName,
  serviceVersion,
  environment = process.env,
}: {
  readonly serviceName: string;
  readonly serviceVersion: string;
  readonly environment?: NodeJS.ProcessEnv;
}): RunningTracing {
  const provider = new TracerProvider({
    sampler: samplerOf(environment),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': serviceVersion }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: exporterOf(environment), ...batchesOf(environment) }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    tracer: openTelemetryTracer(),
    stop: () =>
      within(
        systemClock,
        STOP_TIMEOUT_MS,
        provider.shutdown().catch(() => undefined),
      ),
  };
}

/** `OTEL_BSP_*`, in milliseconds and spans; values that are not positive numbers are ignored, as OpenTelemetry specifies. */
function batchesOf(environment: NodeJS.ProcessEnv) {
  const options = {
    scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
    exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
    maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
    maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
  };
  const given = Object.entries(options).map(([option, name]) => [option, Number(environment[name])]);
  return Object.fromEntries(given.filter(([, value]) => Number(value) > 0));
}

const PROTOCOL = 'http/json';

function exporterOf({
  OTEL_TRACES_EXPORTER: name = 'otlp',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL,
  OTEL_EXPORTER_OTLP_PROTOCOL,
}: NodeJS.ProcessEnv): SpanExporter {
  const protocol = OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || PROTOCOL;
  if (name === 'console') return new ConsoleSpanExporter();
  if (name !== 'otlp') throw invalid('OTEL_TRACES_EXPORTER', 'otlp, console or none');
  if (protocol !== PROTOCOL)
    throw invalid('OTEL_EXPORTER_OTLP_PROTOCOL', `${PROTOCOL}, which collectors accept on port 4318`);
  return new OTLPTraceExporter();
}

function invalid(option: string, allowed: string): SpeechError {
  return new SpeechError('INVALID_CONFIG', `${option} must be ${allowed}.`, { option });
}
