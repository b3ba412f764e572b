import { SpeechError } from '@parlance/core/errors';

/** Far longer than a call takes to end after an abort or a close, even on a busy machine. */
const END_SECONDS = 60;
/** Far longer than an engine takes to load, or to speak or hear its longest text, even on a busy machine. */
const CALL_SECONDS = 120;

/**
 * Waits for something that has to happen soon, so that an engine that hangs fails its case instead of stopping the run.
 *
 * @param what begins the error's message, such as "A unit after an abort"
 * @throws SpeechError `ENGINE_TIMEOUT` if the work does not settle; its own errors are passed on
 */
export async function inTime<Value>(
  what: string,
  work: Promise<Value>,
  seconds = END_SECONDS,
): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new SpeechError('ENGINE_TIMEOUT', `${what} has not ended after ${seconds} s.`));
  }, seconds * 1000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * An engine each of whose calls has to end in time: also each step through its audio, and the calls of its streams.
 *
 * @param path of the object, for errors, such as `synthesize().`
 * @returns the same engine, whose promises reject with `ENGINE_TIMEOUT` after two minutes
 */
export function endingInTime<Owner extends object>(owner: Owner, path = ''): Owner {
  const answer = (call: string, result: unknown): unknown => {
    if (result instanceof Promise)
      return inTime(call, result, CALL_SECONDS).then((value) => answer(call, value));
    return hasCalls(result) ? endingInTime(result, `${call}.`) : result;
  };
  // The target is empty, since a proxy may not exchange the members of one that is frozen.
  return new Proxy(Object.create(null), {
    get: (_target, name) => {
      const member: unknown = Reflect.get(owner, name);
      if (typeof member !== 'function') return member;
      const call = typeof name === 'symbol' ? path.slice(0, -1) : `${path}${name}()`;
      return (...args: unknown[]) => answer(call, Reflect.apply(member, owner, args));
    },
    has: (_target, name) => Reflect.has(owner, name),
  });
}

/** Whether it is audio that is read step by step, or a stream. */
function hasCalls(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || 'next' in value || 'close' in value)
  );
}
