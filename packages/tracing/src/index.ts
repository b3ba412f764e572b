export { openTelemetryTracer } from './open-telemetry-tracer.ts';
export { type RunningTracing, startTracing } from './start-tracing.ts';
