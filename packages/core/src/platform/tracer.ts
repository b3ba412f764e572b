/** Attributes of a span, named by OpenTelemetry's conventions where they exist. Never a user's text, audio or address. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Default `internal`. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** `traceparent` of the cause, if it came from outside. Absent: the span in which this one is started. */
  readonly parent?: string | undefined;
  readonly attributes?: SpanAttributes;
}

/** One unit of work in a trace. */
export interface Span {
  /** In the format of W3C Trace Context: `00-<trace>-<span>-<flags>`. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Runs work: everything that it starts, at once or later, belongs to this span. */
  run<Result>(work: () => Result): Result;
  /** Must be called once. @param errorCode why the work failed; absent: it succeeded */
  end(errorCode?: string): void;
}

/** Traces a call across processes. Implemented by the tracing package with OpenTelemetry; a service without one traces nothing. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
  /** `traceparent` of the span in which the caller runs. */
  current(): string | undefined;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** @returns the id of the trace, in hexadecimal digits; `undefined` for an invalid `traceparent` */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return TRACEPARENT.exec(traceparent ?? '')?.[1];
}
