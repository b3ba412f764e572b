import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { type Media, Waveform } from './waveform.tsx';

interface PlayerBarProps {
  /** Name of what it plays, for the labels of its controls: "the speech". */
  readonly subject: string;
  readonly media: Media | undefined;
  readonly peaks: readonly number[];
  readonly durationSeconds: number;
}

const SEEK_STEP_SECONDS = 0.1;

/** Plays audio, with a button, the waveform and the time. It has the same height with and without audio. */
export function PlayerBar({ subject, media, peaks, durationSeconds }: PlayerBarProps): JSX.Element {
  const { isPlaying, positionSeconds } = useMediaState(media);
  return (
    <div class="player">
      <button
        type="button"
        class="play large"
        disabled={media === undefined}
        aria-label={isPlaying ? `Pause ${subject}` : `Play ${subject}`}
        onClick={() => (isPlaying ? media?.pause() : void media?.play())}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <div class="player-wave">
        <Waveform media={media} peaks={peaks} durationSeconds={durationSeconds} />
        {/* The same as the waveform, for keyboards and screen readers. */}
        <input
          type="range"
          class="seek"
          aria-label={`Position in ${subject}`}
          aria-valuetext={`${clock(positionSeconds)} of ${clock(durationSeconds)}`}
          disabled={media === undefined}
          min={0}
          max={Math.max(durationSeconds, SEEK_STEP_SECONDS)}
          step={SEEK_STEP_SECONDS}
          value={positionSeconds}
          onInput={(event) => {
            if (media !== undefined) media.currentTime = event.currentTarget.valueAsNumber;
          }}
        />
      </div>
      <span class="player-time mono muted">
        {clock(positionSeconds)} / {clock(durationSeconds)}
      </span>
    </div>
  );
}

const EVENTS = ['play', 'pause', 'ended', 'timeupdate', 'seeked'];

/** Follows a media element. While it plays, the position is that of the last frame. */
export function useMediaState(media: Media | undefined): {
  readonly isPlaying: boolean;
  readonly positionSeconds: number;
} {
  const [state, setState] = useState({ isPlaying: false, positionSeconds: 0 });
  useEffect(() => {
    if (media === undefined) {
      setState({ isPlaying: false, positionSeconds: 0 });
      return undefined;
    }
    let frame = 0;
    const follow = (): void => {
      cancelAnimationFrame(frame);
      const isPlaying = !media.paused;
      // Rounded to tenths, since more updates are not visible.
      const positionSeconds = Math.round(media.currentTime * 10) / 10;
      setState((before) =>
        before.isPlaying === isPlaying && before.positionSeconds === positionSeconds
          ? before
          : { isPlaying, positionSeconds },
      );
      if (isPlaying) frame = requestAnimationFrame(follow);
    };
    for (const name of EVENTS) media.addEventListener(name, follow);
    follow();
    return () => {
      cancelAnimationFrame(frame);
      for (const name of EVENTS) media.removeEventListener(name, follow);
    };
  }, [media]);
  return state;
}

/** "1:02.3" */
export function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${minutes}:${String(Math.floor(rest / 10)).padStart(2, '0')}.${rest % 10}`;
}
