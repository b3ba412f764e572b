import { SpeechError } from '@parlance/core/errors';

/** `left`: the consumer stopped asking before the end. `closed`: the engine was closed meanwhile. */
export type FakeCallState = 'running' | 'done' | 'aborted' | 'closed' | 'failed' | 'left';

/** One call of a fake engine, as a test finds it later. */
export interface FakeCall<Input> {
  /** Counts calls from 0. */
  readonly index: number;
  readonly input: Input;
  readonly state: FakeCallState;
}

/** The same while it goes on. */
export interface RunningCall<Input> {
  readonly index: number;
  readonly input: Input;
  state: FakeCallState;
}

/** Puts a call on record as running. */
export function beginCall<Input>(calls: RunningCall<Input>[], input: Input): RunningCall<Input> {
  const call: RunningCall<Input> = { index: calls.length, input, state: 'running' };
  calls.push(call);
  return call;
}

/** @returns the state in which `error` leaves a call */
export function stateAfter(error: unknown): FakeCallState {
  if (!SpeechError.is(error)) return 'failed';
  if (error.code === 'ABORTED') return 'aborted';
  return error.code === 'SHUTTING_DOWN' ? 'closed' : 'failed';
}
