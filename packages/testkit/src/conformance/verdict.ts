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

/**
 * @param what begins the problem, such as "After an abort the same unit"
 * @returns the problems of a check, or a problem that says how it failed
 */
export async function problemsOrFailure(what: string, check: () => Promise<Problems>): Promise<Problems> {
  try {
    return await check();
  } catch (error) {
    return [`${what} fails: ${String(error)}`];
  }
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
