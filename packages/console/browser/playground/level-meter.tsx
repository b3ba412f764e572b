import type { JSX } from 'preact';
import { decibelsOf, SILENCE_DB } from '../speech/level.ts';

/** The level of the microphone, in dB relative to full scale. @param rootMeanSquare absent: the microphone is closed */
export function LevelMeter({ rootMeanSquare }: { readonly rootMeanSquare: number | undefined }): JSX.Element {
  const isOpen = rootMeanSquare !== undefined;
  const level = isOpen ? Math.round(decibelsOf(rootMeanSquare)) : SILENCE_DB;
  const text = isOpen ? (level === SILENCE_DB ? 'silent' : `${level} dB`.replace('-', '−')) : '–';
  return (
    <div class="level-meter">
      <meter
        class="level-bar"
        aria-label="Input level in dB"
        aria-valuetext={text}
        min={SILENCE_DB}
        max={0}
        value={level}
      />
      <span class="mono muted small level-text" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
