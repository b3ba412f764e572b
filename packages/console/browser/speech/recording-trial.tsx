import type { ParlanceClient, Transcript } from '@parlance/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatDuration } from '../state/format.ts';
import { Problem } from './problem.tsx';
import { readRecording } from './recording.ts';

/** Below it the transcript is the answer; from it on a job makes it. */
const SYNC_SECONDS = 10;

interface Found {
  readonly transcript: Transcript;
  readonly tookMs: number;
}

/** A recording in, its words out. */
export function RecordingTrial({ client }: { readonly client: ParlanceClient }): JSX.Element {
  const [file, setFile] = useState<File>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [found, setFound] = useState<Found>();
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  async function transcribe(chosen: File): Promise<void> {
    const { signal } = leaving.current;
    setIsBusy(true);
    setError(undefined);
    setFound(undefined);
    const startMs = performance.now();
    try {
      const transcript = await transcriptOf(client, chosen, signal);
      setFound({ transcript, tookMs: performance.now() - startMs });
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== undefined && !isBusy) void transcribe(file);
      }}
    >
      <Field label="Recording" hint="Any format that this browser plays.">
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept="audio/*,video/*"
            required
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <div class="actions">
        <button type="submit" class="button primary" disabled={isBusy || file === undefined}>
          <Icon name="try" />
          {isBusy ? 'Writing it down…' : 'Transcribe'}
        </button>
      </div>
      <Problem error={error} />
      {found === undefined ? null : (
        <div class="result" role="status">
          <p class="transcript">{found.transcript.transcript || 'No speech was found.'}</p>
          <p class="muted small">
            {found.transcript.audioDurationSeconds} s of audio in {formatDuration(found.tookMs)}.
          </p>
        </div>
      )}
    </form>
  );
}

/** @throws ParlanceError, or Error for a file that is no audio and a job that failed */
async function transcriptOf(client: ParlanceClient, file: File, signal: AbortSignal): Promise<Transcript> {
  const { wav, durationSeconds } = await readRecording(file);
  if (durationSeconds < SYNC_SECONDS) return client.transcribe(wav, { signal });
  const { transcriptId } = await client.submitRecording(wav, { signal });
  const transcript = await client.waitForTranscript(transcriptId, { signal });
  if (transcript.errorMessage !== undefined) throw new Error(transcript.errorMessage);
  return transcript;
}
