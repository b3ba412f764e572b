import { SpeechError } from '@parlance/core/errors';

/** `left`: the consumer stopped reading before the end. `closed`: the engine was closed during the call. */
export type FakeCallState = 'running' | 'done' | 'aborted' | 'closed' | 'failed' | 'left';

/** The record of one call of a fake engine. */
export interface FakeCall<Input> {
  /** Number of the call, from 0. */
  readonly index: number;
  readonly input: Input;
  readonly state: FakeCallState;
}

/** The record of a call in progress. */
export interface RunningCall<Input> {
  readonly index: number;
  readonly input: Input;
  state: FakeCallState;
}

/** Records a running call. */
export function beginCall<Input>(calls: RunningCall<Input>[], input: Input): RunningCall<Input> {
  const call: RunningCall<Input> = { index: calls.length, input, state: 'running' };
  calls.push(call);
  return call;
}

/** @returns the state of a call after `error` */
export function stateAfter(error: unknown): FakeCallState {
  if (!SpeechError.is(error)) return 'failed';
  if (error.code === 'ABORTED') return 'aborted';
  return error.code === 'SHUTTING_DOWN' ? 'closed' : 'failed';
}
