import { SpeechError } from '@parlance/core';

/** What may be warmed by itself: an application that only listens needs no voices in its memory. */
export type SpeechPart = 'synthesis' | 'recognition';

interface Warmable {
  warm(): Promise<void>;
}

export interface Warmth {
  /** @param part absent: both */
  warm(part?: SpeechPart): Promise<void>;
  /** Why the service is not warm, if it is not. */
  problems(): readonly string[];
}

/** Warming is done once at a time; one that failed may be tried again. */
export function createWarmth(parts: Readonly<Record<SpeechPart, readonly Warmable[]>>): Warmth {
  const made = { synthesis: createPart(parts.synthesis), recognition: createPart(parts.recognition) };
  const both = Object.values(made);
  return {
    warm: (part) => (part === undefined ? settleAll(both) : made[part].warm()),
    problems: () => both.flatMap(({ problem }) => problem ?? []).slice(0, 1),
  };
}

interface Part extends Warmable {
  readonly problem: string | undefined;
}

function createPart(members: readonly Warmable[]): Part {
  let warming: Promise<void> | undefined;
  let problem: string | undefined = 'The models are not loaded yet.';
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
