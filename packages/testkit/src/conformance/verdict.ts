import { SpeechError } from '@parlance/core/errors';
import { inTime } from './in-time.ts';

/** The violations of a rule, each as a sentence; none for a case that passed. */
export type Problems = readonly string[];

/** Why a case does not apply to a subject, such as a crash of an engine without a worker. */
export interface NotApplicable {
  readonly notApplicable: string;
}

export type Verdict = Problems | NotApplicable;

/** One rule of a port's contract, as a plain function, so that the kit itself can be tested against broken engines. */
export interface ConformanceCase<Subject> {
  /** `subject/rule`, such as `abort/during`; unique, and kept once published. */
  readonly name: string;
  readonly run: (subject: Subject) => Promise<Verdict>;
}

/** @returns `[problem]` if `isBroken`, else `[]`, to spread into the problems of a case */
export function problemIf(isBroken: boolean, problem: string): Problems {
  return isBroken ? [problem] : [];
}

/** @returns the problems, each after where it was found */
export function problemsIn(where: string, problems: Problems): Problems {
  return problems.map((problem) => `${where}: ${problem}`);
}

/**
 * Checks what an engine has to accept.
 *
 * @param refusal begins the problem of an engine that refuses it, such as "Speech at 8000 Hz is refused"
 */
export async function unlessRefused(refusal: string, check: () => Promise<Problems>): Promise<Problems> {
  try {
    return await check();
  } catch (error) {
    return [`${refusal}: ${String(error)}`];
  }
}

/** A call that may leave something behind, and how a problem after it begins, such as "After an abort". */
export type EarlierCall = readonly [when: string, call: () => Promise<unknown>];

/**
 * Makes each call, whether or not it is refused, and checks after it that the engine is as before.
 *
 * @param what is checked, such as "the same unit"; for the problem of a check that fails
 */
export async function problemsAfterEach(
  earlier: readonly EarlierCall[],
  what: string,
  check: (when: string) => Promise<Problems>,
): Promise<Problems> {
  const problems: string[] = [];
  for (const [when, call] of earlier) {
    await call().catch(() => undefined);
    problems.push(...(await unlessRefused(`${when} ${what} fails`, () => check(when))));
  }
  return problems;
}

/**
 * Checks that a call is refused or aborted.
 *
 * @param work the call in progress
 * @param codes SpeechError codes that the contract allows
 */
export async function expectRefusal(
  what: string,
  work: Promise<unknown>,
  codes: readonly string[],
): Promise<Problems> {
  try {
    await inTime(what, work);
  } catch (error) {
    if (SpeechError.is(error)) {
      return problemIf(
        !codes.includes(error.code),
        `${what}: the code is ${error.code}, not ${codes.join(' or ')}: ${error.message}`,
      );
    }
    return [`${what}: the error is not a SpeechError: ${String(error)}`];
  }
  return [`${what}: there was no error; expected ${codes.join(' or ')}.`];
}

/**
 * Checks a call that may be completed or end with an error, such as one during which its engine closes.
 *
 * @param work the call in progress
 * @param code of the SpeechError that the contract allows
 * @param check of what a completed call returned
 */
export function endProblems<Value>(
  what: string,
  work: Promise<Value>,
  code: string,
  check: (value: Value) => Problems = () => [],
): Promise<Problems> {
  return work.then(check, (error: unknown) =>
    problemIf(
      !(SpeechError.is(error) && error.code === code),
      `${what} ended with ${String(error)}, not ${code}.`,
    ),
  );
}
