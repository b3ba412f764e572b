import type { App } from '../accounts/app.ts';
import { SpeechError } from '../errors/speech-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { RequestEnds } from '../requests/request-ends.ts';
import { type GetSynthesisPorts, getSynthesis, type SynthesisView } from './get-synthesis.ts';

export interface AwaitSynthesisPorts extends GetSynthesisPorts {
  readonly ends: RequestEnds;
  readonly clock: Clock;
}

/** Ends in this process are told at once; this is for those of workers elsewhere. */
const ASK_AGAIN_MS = 2000;

/**
 * Waits for the end of a batch synthesis, whichever it is.
 *
 * @throws SpeechError `REQUEST_NOT_FOUND`, `ABORTED`, a storage code
 */
export async function awaitSynthesis(
  ports: AwaitSynthesisPorts,
  requestId: string,
  app: Pick<App, 'appId'>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SynthesisView> {
  for (;;) {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const { promise: somethingHappened, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    // Listened to before it is asked, so that an end in between is not missed.
    const forget = ports.ends.listen(requestId, wake);
    signal?.addEventListener('abort', wake);
    let cancel = (): void => undefined;
    try {
      const view = await getSynthesis(ports, requestId, app);
      if (view.record.status !== 'PROCESSING') return view;
      cancel = ports.clock.after(ASK_AGAIN_MS, wake);
      await somethingHappened;
    } finally {
      cancel();
      forget();
      signal?.removeEventListener('abort', wake);
    }
  }
}
