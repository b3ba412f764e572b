import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { ROOT } from '../api/client.ts';
import { Icon } from '../parts/icon.tsx';
import type { Caller } from '../speech/caller.ts';
import { transcriptionSamples } from '../speech/code-samples.ts';
import { Problem } from '../speech/problem.tsx';
import { formatBytes, formatDuration } from '../state/format.ts';
import { CodePanel } from './code-panel.tsx';
import { Figures, realTimeFactor } from './figures.tsx';
import { PlayerBar } from './player-bar.tsx';
import { ExportButtons, TranscriptView } from './transcript-view.tsx';
import { useAudio } from './use-audio.ts';
import type { FileTranscription, TranscriptionControl } from './use-transcription.ts';

interface FilePanelProps {
  readonly caller: Caller;
  readonly transcription: TranscriptionControl;
}

/** Transcribes a recording, and shows the words with their times. */
export function FilePanel({ caller, transcription }: FilePanelProps): JSX.Element {
  const { current, error, open, cancel } = transcription;
  const media = useAudio(current?.file);
  const { transcript } = current ?? {};
  const name = current?.file.name ?? 'recording.wav';
  return (
    <div class="workbench">
      <section class="card workspace" aria-label="Recording">
        <DropZone file={current?.file} onFile={open} />
        <Progress current={current} onCancel={cancel} />
        <Problem error={error} />
        <PlayerBar
          subject="the recording"
          media={media}
          peaks={current?.peaks ?? []}
          durationSeconds={transcript?.durationSeconds ?? media?.duration ?? 0}
        />
        <TranscriptView utterances={transcript?.utterances ?? []} media={media}>
          <strong>
            {transcript === undefined ? 'The transcript appears here.' : 'No speech was detected.'}
          </strong>
          <p>Click on the time of an utterance to play the recording from there.</p>
        </TranscriptView>
        <footer class="workspace-foot">
          <Figures figures={figuresOf(current)} />
          <ExportButtons transcript={transcript} name={name.replace(/\.[^.]*$/, '')} />
        </footer>
      </section>
      <CodePanel
        samples={transcriptionSamples({ url: ROOT.href.replace(/\/$/, ''), appId: caller.appId }, name)}
      />
    </div>
  );
}

interface DropZoneProps {
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
}

/** Opens a file that was dropped on the page or chosen here. */
function DropZone({ file, onFile }: DropZoneProps): JSX.Element {
  const id = useId();
  return (
    <label for={id} class="drop-zone">
      <Icon name="file" />
      <span>
        <strong>{file === undefined ? 'Drop a recording here, or choose a file' : file.name}</strong>
        <span class="muted small">
          {file === undefined
            ? 'WAV, MP3, FLAC, Ogg and others, up to 100 MB'
            : `${formatBytes(file.size)} · choose another`}
        </span>
      </span>
      <input
        id={id}
        type="file"
        aria-label="Recording"
        accept="audio/*,video/*"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen !== undefined) onFile(chosen);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

function Progress({
  current,
  onCancel,
}: {
  current: FileTranscription | undefined;
  onCancel: () => void;
}): JSX.Element {
  const isBusy = current?.phase === 'uploading' || current?.phase === 'recognizing';
  const percent = Math.round((current?.uploadedShare ?? 0) * 100);
  const text =
    current === undefined
      ? ''
      : { uploading: `Uploading, ${percent} %`, recognizing: 'Recognizing…', done: 'Done.', failed: '' }[
          current.phase
        ];
  return (
    <div class="progress-row">
      <progress
        class="progress"
        aria-label="Progress"
        max={1}
        // Without a value the bar is indeterminate, since the duration of the recognition is unknown.
        {...(current?.phase === 'recognizing' ? {} : { value: current?.uploadedShare ?? 0 })}
      />
      <span class="muted small" role="status">
        {text}
      </span>
      <button
        type="button"
        class="button small"
        aria-disabled={!isBusy}
        onClick={isBusy ? onCancel : undefined}
      >
        Cancel
      </button>
    </div>
  );
}

function figuresOf(current: FileTranscription | undefined) {
  const seconds = current?.transcript?.durationSeconds;
  const tookMs = current?.tookMs;
  return [
    { name: 'Total', value: tookMs && formatDuration(tookMs), meaning: 'From the file to its transcript' },
    {
      name: 'Audio',
      value: seconds === undefined ? undefined : `${seconds.toFixed(1)} s`,
      meaning: 'Duration of the recording',
    },
    {
      name: 'Real-time factor',
      value: tookMs === undefined ? undefined : realTimeFactor(tookMs, seconds ?? 0),
      meaning: 'Processing time for a second of the recording, in seconds',
    },
  ].map(({ value, ...figure }) => ({ ...figure, value: value || undefined }));
}
