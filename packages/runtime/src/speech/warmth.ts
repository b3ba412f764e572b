import type { ModelStore } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';

const PARTS = ['synthesis', 'recognition'] as const;
/** The parts that can be warmed separately: an application that only listens needs no voices in memory. */
export type SpeechPart = (typeof PARTS)[number];

interface Warmable {
  warm(): Promise<void>;
  /** Fetches the models that its first use will load. Absent: there is nothing to fetch. */
  fetch?(models: ModelStore): Promise<void>;
  /** Why it cannot be used; `undefined` if it can. Absent: only a successful `warm()` shows that it can be used. */
  problem?(): string | undefined;
}

export interface Warmth {
  /**
   * @param part absent: both
   * @throws SpeechError `INVALID_INPUT` for another part; any error of loading
   */
  warm(part?: SpeechPart): Promise<void>;
  /** Fetches the models of both parts without loading them: then the service is ready, and calls load what they use. */
  fetch(models: ModelStore): Promise<void>;
  /** Why the service is not warm, if it is not. */
  problems(): readonly string[];
}

const NOT_LOADED = 'The models are not loaded yet.';

/**
 * Each part is warmed once at a time. A failed attempt can be repeated, and is forgotten when a call has loaded the engine.
 *
 * @param members called at each attempt. `shared`: what both parts need
 */
export function createWarmth(
  members: Readonly<Record<SpeechPart | 'shared', () => readonly Warmable[]>>,
): Warmth {
  const shared = createPart(members.shared);
  const parts = {
    synthesis: createPart(() => [shared, ...members.synthesis()]),
    recognition: createPart(() => [shared, ...members.recognition()]),
  };
  return {
    async warm(part) {
      if (part !== undefined && !PARTS.includes(part)) {
        const message = `part must be one of ${PARTS.join(', ')}, or absent for both.`;
        throw new SpeechError('INVALID_INPUT', message, { field: 'part' });
      }
      await throwFirst((part === undefined ? Object.values(parts) : [parts[part]]).map((one) => one.warm()));
    },
    async fetch(models) {
      await throwFirst(Object.values(parts).map((part) => part.fetch(models)));
    },
    problems() {
      const problems = new Set(Object.values(parts).flatMap((part) => part.problem() ?? []));
      // A failure says more than that something is not loaded yet.
      if (problems.size > 1) problems.delete(NOT_LOADED);
      return [...problems];
    },
  };
}

type Part = Required<Warmable>;

function createPart(members: () => readonly Warmable[]): Part {
  let warming: Promise<void> | undefined;
  let isTried = false;
  let failures: readonly { readonly member: Warmable; readonly message: string }[] = [];
  const tryAll = async (step: (member: Warmable) => Promise<void> | undefined): Promise<void> => {
    const failed: (typeof failures)[number][] = [];
    const steps = members().map(async (member) => {
      try {
        await step(member);
      } catch (error) {
        failed.push({ member, message: SpeechError.from(error).message });
        throw error;
      }
    });
    await throwFirst(steps).finally(() => {
      isTried = true;
      failures = failed;
    });
  };
  return {
    problem() {
      if (!isTried) return NOT_LOADED;
      // The default engine may have changed by now.
      const current = members();
      const isStill = ({ member }: (typeof failures)[number]): boolean =>
        current.includes(member) && (member.problem === undefined || member.problem() !== undefined);
      return failures.find(isStill)?.message;
    },
    warm() {
      warming ??= tryAll((member) => member.warm()).finally(() => {
        warming = undefined;
      });
      return warming;
    },
    fetch: (models) => tryAll((member) => member.fetch?.(models)),
  };
}

/** Waits for all, even if some fail. @throws the first error */
async function throwFirst(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
