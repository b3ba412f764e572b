import {
  type Context,
  context,
  type Span as OtelSpan,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Span, SpanOptions, Tracer } from '@parlance/core/platform';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<SpanOptions['kind']>, SpanKind>;

/** Creates a tracer with the OpenTelemetry setup of this process: that of {@link startTracing}, or of the host application. */
export function openTelemetryTracer(): Tracer {
  const tracer = trace.getTracer('parlance');
  return {
    start(name, { kind = 'internal', parent, attributes = {} } = {}) {
      const around = parent === undefined ? context.active() : contextOf(parent);
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, around);
      return wrap(span, trace.setSpan(around, span));
    },
    current() {
      const span = trace.getActiveSpan();
      return span && traceparentOf(span);
    },
  };
}

function wrap(span: OtelSpan, inside: Context): Span {
  return {
    traceparent: traceparentOf(span),
    set: (attributes) => void span.setAttributes(attributes),
    run: (work) => context.with(inside, work),
    end(errorCode) {
      if (errorCode !== undefined) {
        span.setAttribute('error.type', errorCode);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function traceparentOf(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** An invalid `traceparent` starts a new trace. */
function contextOf(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}
