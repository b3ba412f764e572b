import type { EngineCallOptions } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { CrashSwitch } from './crash-switch.ts';

const QUEUE = 16;

/** What engines of most ports have: a method that gets its input and the options of the call. */
type Call = (input: never, options?: EngineCallOptions) => unknown;

/** Engines that do something before each call: change its options, or refuse it. */
export function callMutants<Method extends string, Engine extends Record<Method, Call>>(
  sound: () => Engine,
  method: Method,
  worker: CrashSwitch,
): [mutant: string, failedCase: string, create: () => Engine][] {
  const beforeCalls = (create: () => (options: EngineCallOptions | undefined) => void) => (): Engine => {
    const [engine, act] = [sound(), create()];
    const call: Call = (input, options) => {
      act(options);
      return engine[method](input, options);
    };
    return { ...engine, [method]: call };
  };
  return [
    [
      'changes the options of its caller',
      'calls/any-options',
      beforeCalls(() => (options) => {
        if (options !== undefined) Object.assign(options, { lane: 'first' });
      }),
    ],
    [
      'refuses a call that replaces another of its series',
      'calls/any-options',
      beforeCalls(() => {
        const series = new Set<symbol>();
        return (options) => {
          const latestOf = options?.latestOf;
          if (latestOf === undefined) return;
          if (series.has(latestOf)) throw new SpeechError('ENGINE_FAILED', 'The series has a call.');
          series.add(latestOf);
        };
      }),
    ],
    [
      'refuses the seventeenth call at once',
      'calls/many-waiting',
      beforeCalls(() => {
        let waiting = 0;
        return () => {
          waiting += 1;
          setImmediate(() => {
            waiting -= 1;
          });
          if (waiting > QUEUE) throw new SpeechError('ENGINE_UNAVAILABLE', 'The queue is full.');
        };
      }),
    ],
    ['comes back after only one crash', 'worker/crash-again', beforeCalls(() => gone(worker))],
  ];
}

/** Whether the worker crashed twice in the life of an engine. @throws SpeechError `ENGINE_CRASHED` */
export function gone(worker: CrashSwitch): () => void {
  const { crashes } = worker;
  return () => {
    if (worker.crashes > crashes + 1) throw new SpeechError('ENGINE_CRASHED', 'The worker is gone.');
  };
}
