import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, ROOT } from '../api/client.ts';

export interface Player {
  /** The voice that is playing or loading. */
  readonly playing: string | undefined;
  readonly error: ApiError | undefined;
  readonly play: (voiceCode: string) => void;
  readonly stop: () => void;
}

/** Plays samples of voices, one at a time. */
export function usePlayer(): Player {
  const [playing, setPlaying] = useState<string>();
  const [error, setError] = useState<ApiError>();
  const audio = useRef<HTMLAudioElement | undefined>(undefined);
  const stop = (): void => {
    audio.current?.pause();
    audio.current = undefined;
    setPlaying(undefined);
  };
  useEffect(() => () => audio.current?.pause(), []);
  return {
    playing,
    error,
    stop,
    play(voiceCode) {
      stop();
      setError(undefined);
      const sample = new Audio(
        new URL(`api/public/v1/voices/${encodeURIComponent(voiceCode)}/demo.mp3`, ROOT).href,
      );
      audio.current = sample;
      setPlaying(voiceCode);
      const isCurrent = (): boolean => audio.current === sample;
      sample.addEventListener('ended', () => isCurrent() && stop());
      sample.play().catch(() => {
        if (!isCurrent()) return;
        stop();
        setError(new ApiError(0, 'NOT_PLAYABLE', `The sample of ${voiceCode} can't be played.`));
      });
    },
  };
}
