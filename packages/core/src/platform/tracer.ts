/** Facts of a span, with the names of OpenTelemetry's conventions where there is one. Never a user's text, audio or address. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Default `internal`. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /** `traceparent` of what caused it, as it came from elsewhere. Absent: the span in which it is started. */
  readonly parent?: string | undefined;
  readonly attributes?: SpanAttributes;
}

/** One piece of work in a trace. */
export interface Span {
  /** As W3C Trace Context has it: `00-<trace>-<span>-<flags>`. */
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Runs work: what it starts, at once or later, belongs to this span. */
  run<Result>(work: () => Result): Result;
  /** To be called once. @param errorCode why it failed; absent: it did not */
  end(errorCode?: string): void;
}

/** Follows a call over processes. Implemented by the tracing package on OpenTelemetry; a service without one traces nothing. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
  /** `traceparent` of the span in which the caller runs. */
  current(): string | undefined;
}

const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** @returns the id of the trace, in hexadecimal digits; `undefined` for what is no `traceparent` */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return TRACEPARENT.exec(traceparent ?? '')?.[1];
}
