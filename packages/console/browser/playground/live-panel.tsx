import type { JSX } from 'preact';
import { ROOT } from '../api/client.ts';
import { Icon } from '../parts/icon.tsx';
import type { Caller } from '../speech/caller.ts';
import { liveSamples } from '../speech/code-samples.ts';
import { Problem } from '../speech/problem.tsx';
import { CodePanel } from './code-panel.tsx';
import { LevelMeter } from './level-meter.tsx';
import { PlayerBar } from './player-bar.tsx';
import { saveFile } from './save-file.ts';
import { ExportButtons, TranscriptView } from './transcript-view.tsx';
import { useAudio } from './use-audio.ts';
import { type LivePhase, useLiveSession } from './use-live-session.ts';
import { Waveform } from './waveform.tsx';

const STATUS: Readonly<Record<LivePhase, string>> = {
  idle: '',
  opening: 'Opening the microphone…',
  listening: 'Listening. Speak now.',
  finishing: 'Recognizing the last words…',
};
const FILE_NAME = 'recording.wav';

/** Recognizes speech from the microphone, and shows the words while they are spoken. */
export function LivePanel({ caller }: { readonly caller: Caller }): JSX.Element {
  const { phase, text, sound, recording, error, start, stop } = useLiveSession(caller);
  const media = useAudio(recording?.file);
  const isIdle = phase === 'idle';
  const transcript =
    isIdle && text.finals.length > 0
      ? {
          text: text.finals.map((final) => final.text).join(' '),
          durationSeconds: recording?.durationSeconds ?? 0,
          utterances: text.finals,
        }
      : undefined;
  return (
    <div class="workbench">
      <section class="card workspace" aria-label="Microphone">
        <div class="actions main-actions">
          {isIdle ? (
            <button
              type="button"
              class="button primary big"
              disabled={!window.isSecureContext}
              onClick={start}
            >
              <Icon name="voices" />
              Start listening
            </button>
          ) : (
            <button
              type="button"
              class="button primary big"
              aria-disabled={phase !== 'listening'}
              onClick={phase === 'listening' ? stop : undefined}
            >
              <Icon name="stop" />
              Stop
            </button>
          )}
          <LevelMeter rootMeanSquare={sound?.level} />
          <span class="muted small" role="status">
            {STATUS[phase]}
          </span>
        </div>
        {window.isSecureContext ? null : <InsecureNotice />}
        <Problem error={error} />
        {isIdle ? (
          <PlayerBar
            subject="the recording"
            media={media}
            peaks={recording?.peaks ?? []}
            durationSeconds={recording?.durationSeconds ?? 0}
          />
        ) : (
          <div class="player">
            <span class="play large recording" aria-hidden="true">
              <Icon name="voices" />
            </span>
            <div class="player-wave">
              <Waveform peaks={sound?.peaks ?? []} durationSeconds={1} />
            </div>
            <span class="player-time mono muted">{(sound?.seconds ?? 0).toFixed(1)} s</span>
          </div>
        )}
        <TranscriptView utterances={text.finals} interim={text.interim} media={isIdle ? media : undefined}>
          <strong>Words appear here while you speak.</strong>
          <p>Speech is recognized on this server. Grey text may still change; black text is final.</p>
        </TranscriptView>
        <footer class="workspace-foot">
          <ExportButtons transcript={transcript} name="transcript" />
          <button
            type="button"
            class="button small"
            disabled={recording === undefined}
            onClick={() => recording !== undefined && saveFile(recording.file, FILE_NAME)}
          >
            Recording
          </button>
        </footer>
      </section>
      <CodePanel
        samples={liveSamples({ url: ROOT.href.replace(/\/$/, ''), appId: caller.appId }, FILE_NAME)}
      />
    </div>
  );
}

function InsecureNotice(): JSX.Element {
  return (
    <div class="notice">
      <Icon name="warning" />
      <div>
        <strong>Browsers allow the microphone only on HTTPS and on localhost.</strong>
        <p>
          This page was loaded over plain HTTP from <code>{location.host}</code>. Put the server behind HTTPS,
          or open the page on the machine that the server runs on.
        </p>
      </div>
    </div>
  );
}
