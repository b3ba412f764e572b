import { type Clock, SpeechError } from '@parlance/core';
import type { RequestStart, SpeechEvents } from './speech-events.ts';

/** Tells the events' listeners how a request goes, whatever way its reader leaves it. */
export async function* observed<Item>(
  request: RequestStart,
  items: AsyncIterable<Item>,
  { events, clock }: { readonly events: SpeechEvents; readonly clock: Clock },
): AsyncGenerator<Item, void, undefined> {
  const startMs = clock.monotonicMs();
  const tell = (outcome: 'done' | 'aborted' | 'failed', error?: SpeechError): void => {
    const durationMs = clock.monotonicMs() - startMs;
    events.emit('request-end', {
      ...request,
      outcome,
      durationMs,
      ...(error === undefined ? {} : { code: error.code }),
    });
  };
  events.emit('request-start', request);
  let isTold = false;
  try {
    yield* items;
    isTold = true;
    tell('done');
  } catch (cause) {
    const error = SpeechError.from(cause);
    isTold = true;
    if (error.code === 'ABORTED') tell('aborted');
    else tell('failed', error);
    throw error;
  } finally {
    if (!isTold) tell('aborted');
  }
}
