import { SpeechError } from '@parlance/core/errors';
import type { RequestStart } from './speech-events.ts';
import type { SpeechParts } from './speech-parts.ts';

/**
 * Emits the start and the end of a request, however its reader leaves it. A request that was interrupted by the end of the service gets the
 * error of that, not `ABORTED`.
 */
export async function* observed<Item>(
  request: RequestStart & { readonly signal: AbortSignal | undefined },
  items: AsyncIterable<Item>,
  { events, clock, closing }: Pick<SpeechParts, 'events' | 'clock' | 'closing'>,
): AsyncGenerator<Item, void, undefined> {
  const { signal, ...start } = request;
  const startMs = clock.monotonicMs();
  const tell = (outcome: 'done' | 'aborted' | 'failed', error?: SpeechError): void => {
    const durationMs = clock.monotonicMs() - startMs;
    events.emit('request-end', {
      ...start,
      outcome,
      durationMs,
      ...(error === undefined ? {} : { code: error.code }),
    });
  };
  events.emit('request-start', start);
  let isTold = false;
  try {
    yield* items;
    isTold = true;
    tell('done');
  } catch (cause) {
    const told = SpeechError.from(cause);
    const isOurs = told.code === 'ABORTED' && closing.aborted && signal?.aborted !== true;
    const error = isOurs ? SpeechError.from(closing.reason) : told;
    isTold = true;
    if (error.code === 'ABORTED') tell('aborted');
    else tell('failed', error);
    throw error;
  } finally {
    if (!isTold) tell('aborted');
  }
}
