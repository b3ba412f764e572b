import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure } from '../../parts/notice.tsx';
import { formatDuration } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { callAsApp } from './as-app.ts';

/** As the interface recommends. */
const POLL_MS = 2000;

interface Transcript {
  readonly transcriptId: string;
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  readonly transcript: string;
  readonly utterances: readonly {
    readonly text: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
  readonly audioDurationSeconds: number;
  readonly errorMessage?: string;
}

/** A recording in, its words out, by the batch mode: recordings of any length are taken. */
export function FileTrial({ appId }: { readonly appId: string }): JSX.Element {
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<{ readonly transcript: Transcript; readonly tookMs: number }>();
  const transcribe = useAction(async () => {
    if (file === undefined) return;
    setFound(undefined);
    const startMs = performance.now();
    const form = new FormData();
    form.append('mode', 'async');
    form.append('audioContent', file);
    const accepted = await callAsApp(appId, 'v1/stt', { method: 'POST', body: form });
    const transcript = await untilEnded(appId, (await accepted.json()) as Transcript);
    setFound({ transcript, tookMs: performance.now() - startMs });
  });
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        transcribe.run();
      }}
    >
      <Field label="Recording" hint="A WAV file below 100 MB.">
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".wav,audio/wav,audio/x-wav"
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <div class="actions">
        <button type="submit" class="button primary" disabled={transcribe.isBusy || file === undefined}>
          <Icon name="try" />
          {transcribe.isBusy ? 'Listening…' : 'Transcribe'}
        </button>
      </div>
      <Failure error={transcribe.error} />
      {found === undefined ? null : (
        <div class="result" role="status">
          <p class="transcript">{found.transcript.transcript || 'No speech was found.'}</p>
          <p class="muted small">
            {found.transcript.audioDurationSeconds} s of audio in {formatDuration(found.tookMs)}.
          </p>
          <ol class="utterances">
            {found.transcript.utterances.map(({ text, startTime, endTime }) => (
              <li key={startTime}>
                <span class="mono muted">
                  {startTime.toFixed(2)}–{endTime.toFixed(2)} s
                </span>{' '}
                {text}
              </li>
            ))}
          </ol>
        </div>
      )}
    </form>
  );
}

/** @throws ApiError for a transcript that failed */
async function untilEnded(appId: string, accepted: Transcript): Promise<Transcript> {
  let current = accepted;
  while (current.status === 'PENDING' || current.status === 'PROCESSING') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const path = `v1/stt/transcripts/${encodeURIComponent(current.transcriptId)}`;
    current = (await (await callAsApp(appId, path, {})).json()) as Transcript;
  }
  if (current.status === 'FAILED') {
    throw new ApiError(400, 'FAILED', current.errorMessage ?? 'The recording could not be transcribed.');
  }
  return current;
}
