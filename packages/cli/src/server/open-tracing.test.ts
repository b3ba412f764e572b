import { expect, it } from 'vitest';
import { wantsTraces } from './open-tracing.ts';

it.each([
  [{}, false],
  [{ OTEL_SERVICE_NAME: 'speech' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces' }, true],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'TRUE' }, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
])('traces with %j: %s', (environment, wanted) => {
  expect(wantsTraces(environment)).toBe(wanted);
});
