/** Basics for every feature: clock, random source, sealer, password hasher, tracer; transition tables, queues, batches, time limits, open calls and abortable streams. */
export { abortable } from './abortable.ts';
export { type AsyncQueue, createAsyncQueue } from './async-queue.ts';
export { batched } from './batched.ts';
export { type Clock, systemClock } from './clock.ts';
export { type ControlGroup, controlGroupsOf } from './control-groups.ts';
export { endingUnread } from './ending-unread.ts';
export { type OpenCall, OpenCalls } from './open-calls.ts';
export type { PasswordHasher } from './password-hasher.ts';
export type { RandomSource } from './random-source.ts';
export type { Sealer } from './sealer.ts';
export { type Span, type SpanAttributes, type SpanOptions, type Tracer, traceIdOf } from './tracer.ts';
export { isTerminal, type TransitionTable, transition } from './transition-table.ts';
export { within } from './within.ts';
