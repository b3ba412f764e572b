import { SpeechError } from '@parlance/core/errors';

/** A worker that a test can crash: calls in progress reject, and later calls are done by a new worker. */
export interface CrashSwitch {
  readonly crash: () => void;
  /** How often it has crashed. */
  readonly crashes: number;
  /** @throws SpeechError `ENGINE_CRASHED` if the worker died before the work was done */
  during<Value>(work: Promise<Value>): Promise<Value>;
}

export function crashSwitch(): CrashSwitch {
  let crashes = 0;
  return {
    get crashes() {
      return crashes;
    },
    crash() {
      crashes += 1;
    },
    async during(work) {
      const before = crashes;
      const value = await work;
      if (crashes > before) throw new SpeechError('ENGINE_CRASHED', 'The worker died.');
      return value;
    },
  };
}
