import {
  ENGINE_MOVES,
  type EngineEvent,
  type EngineState,
  SpeechError,
  takesWork,
  transition,
} from '@parlance/core';

/** Follows one engine through its life, and keeps its callers to it. */
export interface EngineLife {
  readonly state: EngineState;
  /** Loads once at a time. @throws SpeechError `SHUTTING_DOWN` from draining on; what `load` throws */
  warm(load: () => Promise<void>): Promise<void>;
  /**
   * Begins a piece of work.
   *
   * @returns to be called once at its end, with whether it ended well
   * @throws SpeechError `SHUTTING_DOWN` from draining on
   */
  begin(): (isDone: boolean) => void;
  /** Keeps {@link EngineLife.released} waiting. @returns lets go; safe to call twice */
  hold(): () => void;
  /** Resolves when nobody holds it and nothing runs. */
  released(): Promise<void>;
  /** Takes nothing new from now on; resolves when what was begun is over, at the latest after the time. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends it once. Whoever asks again waits for the same end. */
  close(end: () => Promise<void>): Promise<void>;
}

export function createEngineLife(id: string): EngineLife {
  let state: EngineState = 'cold';
  let warming: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  let pieces = 0;
  let holders = 0;
  let idle: PromiseWithResolvers<void> | undefined;
  let left: PromiseWithResolvers<void> | undefined;

  const move = (event: EngineEvent): void => {
    state = transition(ENGINE_MOVES, state, event);
  };
  const refuseWhenEnding = (): void => {
    if (!takesWork(state)) throw new SpeechError('SHUTTING_DOWN', `The engine ${id} takes no more work.`);
  };

  const noteEnd = (): void => {
    if (pieces === 0) idle?.resolve();
    if (pieces === 0 && holders === 0) left?.resolve();
  };

  return {
    get state() {
      return state;
    },
    hold() {
      holders += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        noteEnd();
      };
    },
    async released() {
      if (pieces === 0 && holders === 0) return;
      left ??= Promise.withResolvers<void>();
      await left.promise;
    },
    async warm(load) {
      refuseWhenEnding();
      if (warming === undefined) {
        move('warm');
        const told = (event: EngineEvent) => (): void => {
          warming = undefined;
          if (state !== 'closed') move(event);
        };
        warming = load();
        warming.then(told('loaded'), told('load-failed'));
      }
      await warming;
    },
    begin() {
      refuseWhenEnding();
      pieces += 1;
      return (isDone) => {
        pieces -= 1;
        if (isDone && state === 'cold') move('loaded');
        noteEnd();
      };
    },
    async drain(timeoutMs) {
      if (takesWork(state)) move('drain');
      if (pieces === 0) return;
      idle ??= Promise.withResolvers<void>();
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, timeoutMs);
      await Promise.race([idle.promise, timeout.promise]);
      clearTimeout(timer);
    },
    close(end) {
      if (closing === undefined) {
        move('close');
        closing = end();
      }
      return closing;
    },
  };
}
