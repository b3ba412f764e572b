import type { App } from '../../accounts/app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { RequestEnds } from '../../requests/jobs/request-ends.ts';
import { getSynthesis, type SynthesisLookup, type SynthesisView } from './get-synthesis.ts';

/** Ends in this process are told at once; this is for those of workers elsewhere. */
const ASK_AGAIN_MS = 2000;

/**
 * Waits for the end of a batch synthesis, whichever it is.
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
    // Listened to before it is asked, so that an end in between is not missed.
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
