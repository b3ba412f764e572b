import { captureMicrophone, type Microphone } from '@parlance/client/microphone';
import workletFile from '@parlance/client/microphone.worklet.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Caller } from '../speech/caller.ts';
import { hear, type LiveText, NOTHING_YET } from '../speech/live-text.ts';
import { createPeakMeter, lastPeaks, type PeakMeter } from '../speech/peaks.ts';
import { pcm16Of, wavFile } from '../speech/wav-file.ts';

const RATE_HZ = 16_000;
const SHOWN_SECONDS = 8;
const SHOWN_EVERY_MS = 80;
/** The longest possible, since people think before they speak. */
const NO_INPUT_TIMEOUT_MS = 10_000;
/** 29 MB. Speech after this is recognized, but cannot be played. */
const MAX_RECORDED_SECONDS = 900;

export type LivePhase = 'idle' | 'opening' | 'listening' | 'finishing';

/** The sound of the open microphone. */
export interface LiveSound {
  /** Root mean square, 0 to 1. */
  readonly level: number;
  /** Peaks of the last seconds. */
  readonly peaks: readonly number[];
  /** Seconds since the microphone was opened. */
  readonly seconds: number;
}

export interface LiveRecording {
  readonly file: Blob;
  readonly peaks: readonly number[];
  readonly durationSeconds: number;
}

export interface LiveSessionControl {
  readonly phase: LivePhase;
  readonly text: LiveText;
  /** Absent while the microphone is closed. */
  readonly sound: LiveSound | undefined;
  /** The recording of the last session. */
  readonly recording: LiveRecording | undefined;
  readonly error: unknown;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Sends audio from the microphone to a live session, and keeps the results and the recording. */
export function useLiveSession({ client, hearsWordTimes }: Caller): LiveSessionControl {
  const [phase, setPhase] = useState<LivePhase>('idle');
  const [text, setText] = useState(NOTHING_YET);
  const [sound, setSound] = useState<LiveSound>();
  const [recording, setRecording] = useState<LiveRecording>();
  const [error, setError] = useState<unknown>();
  const microphone = useRef<Microphone | undefined>(undefined);
  const leaving = useRef(new AbortController());
  useEffect(
    () => () => {
      leaving.current.abort();
      microphone.current?.stop();
    },
    [],
  );

  async function listen(): Promise<void> {
    const { signal } = leaving.current;
    setPhase('opening');
    setText(NOTHING_YET);
    setError(undefined);
    setRecording(undefined);
    const recorder = createRecorder();
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      const opened = await captureMicrophone({
        sampleRateHz: RATE_HZ,
        workletUrl: new URL(workletFile, import.meta.url),
      });
      microphone.current = opened;
      if (signal.aborted) return opened.stop();
      timer = setInterval(() => setSound(recorder.soundOf(opened)), SHOWN_EVERY_MS);
      const session = client.listen(recorder.record(opened), {
        sampleRateHz: RATE_HZ,
        interimResults: true,
        words: hearsWordTimes,
        noInputTimeoutMs: NO_INPUT_TIMEOUT_MS,
        signal,
      });
      void session.ready.then(
        () => setPhase((now) => (now === 'opening' ? 'listening' : now)),
        () => undefined,
      );
      for await (const event of session) setText((now) => hear(now, event));
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    } finally {
      clearInterval(timer);
      microphone.current?.stop();
      microphone.current = undefined;
      setSound(undefined);
      setText((now) => ({ ...now, interim: '' }));
      setRecording(recorder.recording());
      setPhase('idle');
    }
  }

  return {
    phase,
    text,
    sound,
    recording,
    error,
    start: () => void listen(),
    stop() {
      setPhase('finishing');
      microphone.current?.stop();
    },
  };
}

/** Records the audio that passes through it. */
function createRecorder() {
  const meter: PeakMeter = createPeakMeter(RATE_HZ);
  const pcm: Uint8Array<ArrayBuffer>[] = [];
  let samples = 0;
  return {
    async *record(audio: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array, void, undefined> {
      for await (const piece of audio) {
        if (samples < MAX_RECORDED_SECONDS * RATE_HZ) {
          samples += piece.length;
          meter.push(piece);
          pcm.push(pcm16Of(piece));
        }
        yield piece;
      }
    },
    soundOf: ({ level }: Microphone): LiveSound => ({
      level,
      peaks: lastPeaks(meter.peaks, SHOWN_SECONDS),
      seconds: samples / RATE_HZ,
    }),
    recording(): LiveRecording | undefined {
      if (samples === 0) return undefined;
      return { file: wavFile(pcm, RATE_HZ), peaks: meter.peaks, durationSeconds: samples / RATE_HZ };
    },
  };
}
