import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { RequestEnds } from '../../requests/jobs/request-ends.ts';
import { getSynthesis, type SynthesisLookup, type SynthesisView } from './get-synthesis.ts';

/** Requests that end in this process are reported at once; polling is for those that end in other processes. */
const ASK_AGAIN_MS = 2000;

/**
 * Waits until a batch synthesis has succeeded or failed.
 *
 * @throws SpeechError `REQUEST_NOT_FOUND`, `ABORTED`, a storage code
 */
export async function awaitSynthesis(
  lookup: SynthesisLookup & { readonly ends: Pick<RequestEnds, 'listen'> },
  requestId: string,
  app: Pick<App, 'appId'>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<SynthesisView> {
  for (;;) {
    if (signal?.aborted) throw SpeechError.aborted(signal);
    const { promise: somethingHappened, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    // The listener is added before the record is read, so that an end in between is not missed.
    const forget = lookup.ends.listen(requestId, wake);
    signal?.addEventListener('abort', wake);
    let cancel = (): void => undefined;
    try {
      const view = await getSynthesis(lookup, requestId, app);
      if (view.record.status !== 'PROCESSING') return view;
      cancel = lookup.clock.after(ASK_AGAIN_MS, wake);
      await somethingHappened;
    } finally {
      cancel();
      forget();
      signal?.removeEventListener('abort', wake);
    }
  }
}
