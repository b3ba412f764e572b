import { SpeechError } from '@parlance/core';

const PARTS = ['synthesis', 'recognition'] as const;
/** What may be warmed by itself: an application that only listens needs no voices in its memory. */
export type SpeechPart = (typeof PARTS)[number];

interface Warmable {
  warm(): Promise<void>;
}

export interface Warmth {
  /**
   * @param part absent: both
   * @throws SpeechError `INVALID_INPUT` for another part; what fails to load
   */
  warm(part?: SpeechPart): Promise<void>;
  /** Why the service is not warm, if it is not. */
  problems(): readonly string[];
}

const NOT_LOADED = 'The models are not loaded yet.';

/**
 * Warming is done once at a time; one that failed may be tried again.
 *
 * @param members `shared`: what either part needs
 */
export function createWarmth(members: Readonly<Record<SpeechPart | 'shared', readonly Warmable[]>>): Warmth {
  const shared = createPart(members.shared);
  const parts = {
    synthesis: createPart([shared, ...members.synthesis]),
    recognition: createPart([shared, ...members.recognition]),
  };
  return {
    async warm(part) {
      if (part !== undefined && !PARTS.includes(part)) {
        const message = `part must be one of ${PARTS.join(', ')}, or absent for both.`;
        throw new SpeechError('INVALID_INPUT', message, { field: 'part' });
      }
      await settleAll(part === undefined ? Object.values(parts) : [parts[part]]);
    },
    problems() {
      const problems = new Set(Object.values(parts).flatMap(({ problem }) => problem ?? []));
      // What went wrong says more than that something is not there yet.
      if (problems.size > 1) problems.delete(NOT_LOADED);
      return [...problems];
    },
  };
}

interface Part extends Warmable {
  readonly problem: string | undefined;
}

function createPart(members: readonly Warmable[]): Part {
  let warming: Promise<void> | undefined;
  let problem: string | undefined = NOT_LOADED;
  return {
    get problem() {
      return problem;
    },
    warm() {
      warming ??= settleAll(members).then(
        () => {
          problem = undefined;
        },
        (error: unknown) => {
          warming = undefined;
          problem = SpeechError.from(error).message;
          throw error;
        },
      );
      return warming;
    },
  };
}

/** Waits for all, whatever becomes of one. */
async function settleAll(members: readonly Warmable[]): Promise<void> {
  const results = await Promise.allSettled(members.map((member) => member.warm()));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
