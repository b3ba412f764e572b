/**
 * Runs in a process of its own, since the addon may end it: the addon's decisions at several thresholds beside our own probabilities
 * and decisions, for speech that comes in as 32-bit floats.
 */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { openSileroNetwork } from '@parlance/silero';
import addon from 'sherpa-onnx-node';
import { voiceActivityConfig } from '../src/families/addon-config.ts';

const WINDOW_SAMPLES = 512;
/** The addon shows its network 64 samples before each window, and begins at the first sample. */
const CONTEXT_SAMPLES = 64;

const { modelPath = '', thresholds = [] } = JSON.parse(process.argv[2] ?? '{}') as {
  modelPath?: string;
  thresholds?: number[];
};
const bytes = await buffer(process.stdin);
const speech = new Float32Array(new Uint8Array(bytes).buffer);

const network = await openSileroNetwork(await readFile(modelPath));
if (network === undefined) throw new TypeError('The network does not know the model.');
const state = network.freshState();
state.context.set(speech.subarray(0, CONTEXT_SAMPLES));
const windows = Math.floor((speech.length - CONTEXT_SAMPLES) / WINDOW_SAMPLES);
const own = network.detect(
  speech.subarray(CONTEXT_SAMPLES, CONTEXT_SAMPLES + windows * WINDOW_SAMPLES),
  state,
);

const theirs = thresholds.map((threshold) => {
  const vad = new addon.Vad(voiceActivityConfig({ model: modelPath }, threshold), 61);
  return Array.from({ length: windows }, (_, window) => {
    // The first call brings the context along, so that each call completes one window.
    const from = window === 0 ? 0 : CONTEXT_SAMPLES + window * WINDOW_SAMPLES;
    vad.acceptWaveform(speech.subarray(from, CONTEXT_SAMPLES + (window + 1) * WINDOW_SAMPLES));
    const isSpeech = vad.isDetected();
    while (!vad.isEmpty()) vad.pop();
    return isSpeech;
  });
});
process.stdout.write(JSON.stringify({ own: [...own], theirs }));
