import type { App } from '@parlance/core/accounts';
import type { SubmitTranscriptionOptions } from '@parlance/core/transcription';
import { fakeService, PENDING, TRANSCRIPT } from './fake-service.ts';
import { sha256 } from './forms.ts';

interface Submission {
  readonly what: { readonly sha256: string; readonly bytes: number } | { readonly url: string };
  readonly app: App;
  readonly webhookUrl: string | undefined;
  readonly words: boolean | undefined;
  readonly channels: string | undefined;
  readonly language: string | undefined;
  readonly bodyHash: string | undefined;
}

/** A service that reads recordings to their end and notes what it was given. */
export function recorder() {
  const submitted: Submission[] = [];
  const live: { readonly wav: Uint8Array | string; readonly webhookUrl: unknown }[] = [];
  const note = async (what: Submission['what'], app: App, options: SubmitTranscriptionOptions = {}) => {
    const bodyHash = await options.idempotency?.bodyHash;
    submitted.push({
      what,
      app,
      webhookUrl: await options.webhookUrl,
      words: await options.words,
      channels: await options.channels,
      language: await options.language,
      bodyHash,
    });
    return { answer: PENDING, isReplay: false };
  };
  const service = fakeService({
    async submitTranscription(recording, app, options) {
      if ('url' in recording) return note(recording, app, options);
      const pieces: Uint8Array[] = [];
      for await (const piece of recording.bytes) pieces.push(piece);
      const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
      return note({ sha256: sha256(...pieces), bytes }, app, options);
    },
    async transcribeShortBytes(wav, _app, options) {
      live.push({ wav, webhookUrl: options?.webhookUrl });
      return { answer: TRANSCRIPT, isReplay: false };
    },
    async transcribeShortAddress(url, _app, options) {
      live.push({ wav: url, webhookUrl: options?.webhookUrl });
      return { answer: TRANSCRIPT, isReplay: false };
    },
  });
  return { submitted, live, service };
}
