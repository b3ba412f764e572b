import { SpeechError } from '@parlance/core/errors';
import { type Clock, type TransitionTable, transition } from '@parlance/core/platform';

/** `well`: tried first. `failing`: tried last, until a probe succeeds. */
export type HealthState = 'well' | 'failing' | 'probing';
export type HealthEvent = 'fail' | 'probe' | 'recover' | 'relapse';

export const HEALTH_MOVES: TransitionTable<HealthState, HealthEvent> = {
  well: { fail: 'failing' },
  failing: { fail: 'failing', probe: 'probing' },
  probing: { fail: 'probing', recover: 'well', relapse: 'failing' },
};

export interface EngineHealthOptions {
  /** Makes one small call; resolves if the engine works. */
  readonly probe: () => Promise<unknown>;
  readonly probeAfterMs: number;
  readonly clock: Clock;
  readonly onChange: (isWell: boolean) => void;
}

/** The health of one engine in a chain. */
export interface EngineHealth {
  readonly isWell: boolean;
  /** Reports a failed call. @returns whether it was the engine's fault, so that another one may be tried */
  failed(error: unknown): boolean;
  /** Stops probing. */
  close(): void;
}

export function createEngineHealth(options: EngineHealthOptions): EngineHealth {
  const { probe, probeAfterMs, clock, onChange } = options;
  let state: HealthState = 'well';
  let cancelProbe: (() => void) | undefined;
  let isClosed = false;

  const move = (event: HealthEvent): void => {
    const before = state;
    state = transition(HEALTH_MOVES, state, event);
    if (before === 'well' || state === 'well') onChange(state === 'well');
  };
  const look = async (): Promise<void> => {
    move('probe');
    let event: 'recover' | 'relapse' = 'recover';
    try {
      await probe();
    } catch {
      event = 'relapse';
    }
    if (isClosed) return;
    move(event);
    if (event === 'relapse') cancelProbe = clock.after(probeAfterMs, () => void look());
  };

  return {
    get isWell() {
      return state === 'well';
    },
    failed(error) {
      if (isClosed || !SpeechError.is(error) || error.fault !== 'engine') return false;
      const wasWell = state === 'well';
      move('fail');
      if (wasWell) cancelProbe = clock.after(probeAfterMs, () => void look());
      return true;
    },
    close() {
      isClosed = true;
      cancelProbe?.();
    },
  };
}
