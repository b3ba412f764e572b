import { useEffect, useRef, useState } from 'preact/hooks';
import { openAudioOutput, suspendAudioOutput } from '../speech/audio-output.ts';
import type { Caller } from '../speech/caller.ts';
import { PcmPlayer } from '../speech/pcm-player.ts';
import { createPeakMeter, type PeakMeter } from '../speech/peaks.ts';
import { readSpeech } from '../speech/read-speech.ts';
import { send } from '../speech/service-call.ts';
import type { TimedTextWord } from '../speech/speech-body.ts';
import { heardCallOf, type SpeechSettings } from '../speech/speech-settings.ts';

/** Speech that is being or was synthesized. */
export interface Speech {
  readonly settings: SpeechSettings;
  readonly player: PcmPlayer;
  readonly peaks: readonly number[];
  readonly durationSeconds: number;
  /** The words whose times have arrived. */
  readonly words: readonly TimedTextWord[];
  /** From the click to the first sound. */
  readonly firstSoundMs: number;
  /** From the click to the last byte; absent until then. */
  readonly totalMs?: number;
  /** The complete file, in the requested format. */
  readonly file?: Blob;
}

export interface SpeechControl {
  readonly speech: Speech | undefined;
  /** Whether it is being synthesized or played for the first time. */
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly speak: (settings: SpeechSettings) => void;
  readonly stop: () => void;
}

/** Speaks texts, one at a time, and plays each while it arrives. */
export function useSpeech(caller: Caller): SpeechControl {
  const [speech, setSpeech] = useState<Speech>();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const abort = useRef(new AbortController());
  const player = useRef<PcmPlayer | undefined>(undefined);
  const end = (): void => {
    abort.current.abort();
    player.current?.pause();
  };
  useEffect(
    () => () => {
      end();
      suspendAudioOutput();
    },
    [],
  );

  async function speak(settings: SpeechSettings): Promise<void> {
    end();
    const ending = new AbortController();
    abort.current = ending;
    const { signal } = ending;
    setIsBusy(true);
    setError(undefined);
    setSpeech(undefined);
    try {
      for await (const state of speechOf(caller, settings, signal)) {
        signal.throwIfAborted();
        player.current = state.player;
        setSpeech(state);
      }
      await heard(player.current, signal);
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    } finally {
      // Unless another synthesis has begun.
      if (abort.current.signal === signal) setIsBusy(false);
    }
  }

  function stop(): void {
    abort.current.abort();
    player.current?.pause();
    setIsBusy(false);
  }
  return { speech, isBusy, error, speak: (settings) => void speak(settings), stop };
}

/** Synthesizes a text and plays it. @returns the speech so far, updated with each part */
async function* speechOf(
  caller: Caller,
  settings: SpeechSettings,
  signal: AbortSignal,
): AsyncGenerator<Speech, void, undefined> {
  const startMs = performance.now();
  // Before the first wait, while the click still counts.
  const output = openAudioOutput();
  const response = await send(caller, heardCallOf(settings), signal);
  let player: PcmPlayer | undefined;
  let meter: PeakMeter | undefined;
  let isHandedOut = false;
  let firstSoundMs = 0;
  let words: readonly TimedTextWord[] = [];
  const state = (): Speech | undefined =>
    player === undefined || meter === undefined
      ? undefined
      : {
          ...{ settings, player, words, firstSoundMs },
          peaks: [...meter.peaks],
          durationSeconds: player.duration,
        };
  try {
    for await (const part of readSpeech(response, settings.format, output)) {
      // Decoding does not notice a stop.
      signal.throwIfAborted();
      if (part.type === 'format') {
        player = new PcmPlayer(output, part.rateHz);
        meter = createPeakMeter(part.rateHz);
        void player.play();
        continue;
      }
      if (part.type === 'words') words = [...words, ...part.words];
      else if (part.type === 'samples') {
        meter?.push(part.samples);
        const aheadMs = player?.append(part.samples) ?? 0;
        if (firstSoundMs === 0) firstSoundMs = performance.now() - startMs + aheadMs;
      }
      const now = state();
      if (now === undefined) continue;
      isHandedOut = true;
      yield part.type === 'file' ? { ...now, file: part.file, totalMs: performance.now() - startMs } : now;
    }
  } finally {
    // What arrived before a stop or a failure is played to its end. A player that the caller does not know is stopped here.
    if (isHandedOut) player?.finish();
    else player?.pause();
  }
}

/** Resolves when the player has reached the end, or was paused. */
function heard(player: PcmPlayer | undefined, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (player === undefined || player.paused) return resolve();
    player.addEventListener('pause', () => resolve(), { once: true });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
