import { expect, it } from 'vitest';
import { traceIdOf } from './tracer.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  [`00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
  [`cc-${TRACE}-00f067aa0ba902b7-01-of-a-later-version`, TRACE],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  [`00-${TRACE}-00f067aa0ba902b7`, undefined],
  ['', undefined],
  [undefined, undefined],
])('reads the trace of %s', (traceparent, traceId) => {
  expect(traceIdOf(traceparent)).toBe(traceId);
});
