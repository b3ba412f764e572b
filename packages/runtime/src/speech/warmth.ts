import type { ModelStore } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';

const PARTS = ['synthesis', 'recognition'] as const;
/** What may be warmed by itself: an application that only listens needs no voices in its memory. */
export type SpeechPart = (typeof PARTS)[number];

interface Warmable {
  warm(): Promise<void>;
  /** Fetches what its first use will load. Absent: nothing has to be fetched. */
  fetch?(models: ModelStore): Promise<void>;
  /** Why it cannot be used, if it can't. Absent: only a `warm()` that ends well shows that it can. */
  problem?(): string | undefined;
}

export interface Warmth {
  /**
   * @param part absent: both
   * @throws SpeechError `INVALID_INPUT` for another part; what fails to load
   */
  warm(part?: SpeechPart): Promise<void>;
  /** Fetches what both parts need, and loads none of it: the service is ready then, and calls load what they use. */
  fetch(models: ModelStore): Promise<void>;
  /** Why the service is not warm, if it is not. */
  problems(): readonly string[];
}

const NOT_LOADED = 'The models are not loaded yet.';

/**
 * Warming is done once at a time; one that failed may be tried again, and is forgotten when a call has loaded what could not be.
 *
 * @param members asked for at each warming. `shared`: what either part needs
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
      // What went wrong says more than that something is not there yet.
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
      // Another engine may be the default by now.
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

/** Waits for all, whatever becomes of one. */
async function throwFirst(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
