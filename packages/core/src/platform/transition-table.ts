import { SpeechError } from '../errors/speech-error.ts';

/** For each state, the events that it accepts and the state that follows. A terminal state has an empty row. */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

/**
 * Returns the state that follows an event. States change in no other way.
 *
 * @throws SpeechError `INTERNAL` if the table has no such move: a bug of ours, never invalid input
 */
export function transition<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
  event: Event,
): State {
  const next = table[state][event];
  if (next === undefined) {
    throw new SpeechError('INTERNAL', `State ${state} does not answer the event ${event}.`, { state, event });
  }
  return next;
}

/** Whether `state` is terminal: no event leaves it. */
export function isTerminal<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
): boolean {
  return Object.keys(table[state]).length === 0;
}
