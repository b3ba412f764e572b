import { readFile } from 'node:fs/promises';
import { SpeechError } from '@parlance/core/errors';
import { openSileroNetwork, SILERO_WINDOW_SAMPLES, type SileroNetwork } from '@parlance/silero';
import type { Vad } from 'sherpa-onnx-node';
import type { AddonConfig } from '../families/family.ts';

/** Decides about the windows of one stream, or of several one after another. */
export interface WindowScorer {
  /** @returns 1 or 0 for each window */
  detect(samples: Float32Array): Float32Array;
  /** Resets the model's state. */
  forget(): void;
}

export interface WindowScorerOptions {
  readonly config: AddonConfig;
  readonly modelPath: string;
  readonly threshold: number;
  readonly sandboxed: boolean;
}

/** The addon keeps the samples of ongoing speech; if they exceed the buffer, it doubles, with a line on stderr. */
const BUFFER_SECONDS = 61;
/** Speech ends this far below the threshold at which it begins: the model's authors' own value, and the addon's. */
const HYSTERESIS = 0.15;

/**
 * @returns a function that creates scorers: with our own network if it knows the model, otherwise with the addon
 * @throws SpeechError `ENGINE_LOAD_FAILED` if the addon is needed and not allowed
 */
export async function createWindowScorers({
  config,
  modelPath,
  threshold,
  sandboxed,
}: WindowScorerOptions): Promise<() => WindowScorer> {
  const network = await openSileroNetwork(await readFile(modelPath));
  if (network !== undefined) return () => networkScorer(network, threshold);
  if (sandboxed)
    throw new SpeechError('ENGINE_LOAD_FAILED', 'The model file is not the one of the catalogue.');
  const { default: addon } = await import('sherpa-onnx-node');
  return () => addonScorer(new addon.Vad(config, BUFFER_SECONDS));
}

function networkScorer(network: SileroNetwork, threshold: number): WindowScorer {
  let state = network.freshState();
  let isSpeech = false;
  return {
    detect: (samples) =>
      network.detect(samples, state).map((probability) => {
        isSpeech = probability >= (isSpeech ? threshold - HYSTERESIS : threshold);
        return isSpeech ? 1 : 0;
      }),
    forget() {
      state = network.freshState();
      isSpeech = false;
    },
  };
}

/** The segments that the addon cuts out are discarded; otherwise its memory would grow with the audio. */
function addonScorer(vad: Vad): WindowScorer {
  const dropSegments = (): void => {
    while (!vad.isEmpty()) vad.pop();
  };
  return {
    detect(samples) {
      const decisions = new Float32Array(samples.length / SILERO_WINDOW_SAMPLES);
      for (let frame = 0; frame < decisions.length; frame += 1) {
        const start = frame * SILERO_WINDOW_SAMPLES;
        vad.acceptWaveform(samples.subarray(start, start + SILERO_WINDOW_SAMPLES));
        decisions[frame] = vad.isDetected() ? 1 : 0;
        dropSegments();
      }
      return decisions;
    },
    forget() {
      vad.reset();
      dropSegments();
    },
  };
}
