import type { KeptUtterance, Utterance } from '@parlance/core/segmentation';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { type TimedTranscript, TRANSCRIPT_FORMATS, transcriptFile } from '../speech/transcript-formats.ts';
import { clock, useMediaState } from './player-bar.tsx';
import { saveFile } from './save-file.ts';
import { SpokenText } from './spoken-text.tsx';
import { useHeardWord } from './use-heard-word.ts';
import type { Media } from './waveform.tsx';

interface TranscriptViewProps {
  readonly utterances: readonly KeptUtterance[];
  /** Text so far of the utterance in progress. */
  readonly interim?: string;
  /** Absent: there is no audio to play, and times are only shown. */
  readonly media: Media | undefined;
  /** Shown while the transcript is empty. */
  readonly children: ComponentChildren;
}

/** Utterances with their times; a click on one plays from there. During playback the current word is highlighted if word timings are known. */
export function TranscriptView({
  utterances,
  interim = '',
  media,
  children,
}: TranscriptViewProps): JSX.Element {
  const { isPlaying, positionSeconds } = useMediaState(media);
  const words = useMemo(() => utterances.flatMap((utterance) => utterance.words ?? []), [utterances]);
  const heard = useHeardWord(media, words);
  const isEmpty = utterances.length === 0 && interim === '';
  const isHeard = ({ startTime, endTime }: Utterance): boolean =>
    isPlaying && positionSeconds >= Math.round(startTime * 10) / 10 && positionSeconds <= endTime;
  return (
    <div class={`transcript-view ${isEmpty ? 'is-empty' : ''}`}>
      {isEmpty ? <div class="transcript-hint">{children}</div> : null}
      <ol class="utterance-list" aria-live="polite" aria-label="Transcript">
        {utterances.map((utterance) => (
          <li key={utterance.startTime} class={isHeard(utterance) ? 'heard' : ''}>
            <button
              type="button"
              class="time mono"
              disabled={media === undefined}
              aria-label={`Play from ${clock(utterance.startTime)}`}
              onClick={() => {
                if (media === undefined) return;
                media.currentTime = utterance.startTime;
                void media.play();
              }}
            >
              {clock(utterance.startTime)}
            </button>
            <span class="final">
              <SpokenText utterance={utterance} heard={heard} />
            </span>
          </li>
        ))}
      </ol>
      {/* Not announced to screen readers, since it changes with every word. */}
      {interim === '' ? null : <p class="interim">{interim}</p>}
    </div>
  );
}

interface ExportButtonsProps {
  /** Absent: there is nothing to export yet. */
  readonly transcript: TimedTranscript | undefined;
  /** Name of the files, without the extension. */
  readonly name: string;
}

/** Saves a transcript in each format. */
export function ExportButtons({ transcript, name }: ExportButtonsProps): JSX.Element {
  return (
    <fieldset class="export-buttons">
      <legend class="unseen">Save the transcript</legend>
      <Icon name="download" />
      {TRANSCRIPT_FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          class="button small"
          disabled={transcript === undefined}
          onClick={() =>
            transcript !== undefined && saveFile(transcriptFile(transcript, format), `${name}.${format}`)
          }
        >
          {format.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}
