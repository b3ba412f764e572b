import { createResampler } from './resampler.ts';

/** What a microphone hears, mono samples of -1 to 1, until it is stopped. To be iterated once; leaving the loop stops it. */
export interface Microphone extends AsyncIterable<Float32Array> {
  /** How loud it is at the moment: root mean square, 0 to 1. */
  readonly level: number;
  /** Ends the iteration behind what was heard so far, and gives the microphone back. Safe to call twice. */
  stop(): void;
}

/** Why there is no microphone, in words for whoever wants to speak. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
}

const DEFAULT_RATE_HZ = 16_000;

const REASONS: Readonly<Record<string, string>> = {
  NotAllowedError:
    'The browser was not allowed to use the microphone. Allow it for this page, then begin again.',
  NotFoundError: 'This device has no microphone.',
  NotReadableError: 'Another program holds the microphone. Close it, then begin again.',
};

export interface MicrophoneOptions {
  /** Of the audio that comes out, whatever the device has. Default 16 000. */
  readonly sampleRateHz?: number | undefined;
  /** Where the page finds `microphone.worklet.js` of this package. Absent: beside this module, as bundlers put it. */
  readonly workletUrl?: string | URL | undefined;
  /** Echo cancellation, noise suppression and the like. Absent: the browser's defaults. */
  readonly constraints?: MediaTrackConstraints | undefined;
}

/**
 * Asks for the microphone and begins to listen.
 *
 * @example
 * const microphone = await captureMicrophone();
 * for await (const { text } of client.listen(microphone, { sampleRateHz: 16000 })) console.log(text);
 *
 * @throws MicrophoneError when there is none, or it may not be used
 */
export async function captureMicrophone({
  sampleRateHz = DEFAULT_RATE_HZ,
  workletUrl = new URL('./microphone.worklet.js', import.meta.url),
  constraints = {},
}: MicrophoneOptions = {}): Promise<Microphone> {
  // Missing where a page did not come by https or from this very machine.
  if (!('mediaDevices' in navigator)) {
    throw new MicrophoneError('Browsers give the microphone to pages over https and from localhost only.');
  }
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { ...constraints, channelCount: 1 } })
    .catch((error: unknown) => {
      const name = error instanceof Error ? error.name : '';
      throw new MicrophoneError(REASONS[name] ?? 'The microphone can’t be used.', { cause: error });
    });
  // At the device's own rate: not every browser lets a microphone into a context of another one.
  const context = new AudioContext();
  const end = (): void => {
    for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  try {
    await context.audioWorklet.addModule(workletUrl);
    await context.resume();
  } catch (error) {
    end();
    throw error;
  }
  return tap(context, stream, sampleRateHz, end);
}

function tap(context: AudioContext, stream: MediaStream, rateHz: number, end: () => void): Microphone {
  const resampler = createResampler(context.sampleRate, rateHz);
  const pieces: Float32Array[] = [];
  let level = 0;
  let isStopped = false;
  let wake = (): void => undefined;
  const stop = (): void => {
    if (isStopped) return;
    isStopped = true;
    end();
    wake();
  };
  const node = new AudioWorkletNode(context, 'parlance-microphone', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => {
    if (isStopped) return;
    level = rootMeanSquare(data);
    pieces.push(resampler.push(data));
    wake();
  };
  context.createMediaStreamSource(stream).connect(node);
  async function* hear(): AsyncGenerator<Float32Array, void, undefined> {
    try {
      for (;;) {
        for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) yield piece;
        if (isStopped) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      stop();
    }
  }
  // Unplugged, or taken away in the browser's own settings.
  for (const track of stream.getTracks()) track.onended = stop;
  return {
    get level() {
      return isStopped ? 0 : level;
    },
    stop,
    [Symbol.asyncIterator]() {
      const heard = hear();
      return {
        next: () => heard.next(),
        // A generator that has not begun would not notice that its reader leaves.
        return() {
          stop();
          return heard.return(undefined);
        },
      };
    },
  };
}

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}
