import { SpeechError } from '@parlance/core/errors';
import { SILERO_WINDOW_SAMPLES } from '@parlance/silero';
import type {
  AddonConfig,
  ModelFiles,
  OnlineFamily,
  RecognitionFamily,
  RecognitionSettings,
  SynthesisFamily,
} from './family.ts';
import { RECOGNITION_RATE_HZ } from './family.ts';

/** One native thread: two workers with a thread each synthesize more speech per second than one with two. See `leadConfig` for the exception. */
const RUNTIME = { numThreads: 1, provider: 'cpu', debug: 0 } as const;
const FEATURES = { sampleRate: RECOGNITION_RATE_HZ, featureDim: 80 } as const;

/** @returns the configuration of the addon's `OfflineTts` */
export function synthesisConfig(family: SynthesisFamily, files: ModelFiles, numThreads = 1): AddonConfig {
  const model = { ...family.model(files), ...RUNTIME, numThreads };
  return { model, maxNumSentences: 1, ...family.rules?.(files) };
}

/** @returns the configuration of the addon's `OfflineRecognizer` */
export function recognitionConfig(
  family: RecognitionFamily,
  files: ModelFiles,
  settings: RecognitionSettings,
): AddonConfig {
  const modelConfig = { ...family.model(files, settings), tokens: files.tokens, ...RUNTIME };
  return { featConfig: FEATURES, modelConfig };
}

/**
 * The endpoint rules are off: they are the same for all streams of a recognizer, while each session has its own silence limit.
 *
 * @returns the configuration of the addon's `OnlineRecognizer`
 */
export function onlineConfig(family: OnlineFamily, files: ModelFiles): AddonConfig {
  const modelConfig = { ...family.model(files), tokens: files.tokens, ...RUNTIME };
  return { featConfig: FEATURES, modelConfig, enableEndpoint: 0, decodingMethod: 'greedy_search' };
}

/** @returns the configuration of the addon's `Vad`, one decision for each window */
export function voiceActivityConfig(files: ModelFiles, threshold: number): AddonConfig {
  const sileroVad = { model: files.model, threshold, windowSize: SILERO_WINDOW_SAMPLES, ...VAD_TIMES };
  return { sileroVad, sampleRate: RECOGNITION_RATE_HZ, ...RUNTIME };
}

/**
 * Below one window of 32 ms, so that the addon decides window by window and only the segmenter decides about durations. The
 * longest speech is far longer than any segment, since beyond it the addon would raise its threshold.
 */
const VAD_TIMES = { minSilenceDuration: 0.01, minSpeechDuration: 0.01, maxSpeechDuration: 60 } as const;

/**
 * @returns the paths of the roles, all of which exist
 * @throws SpeechError `INVALID_CONFIG` if the model has no file for a role
 */
export function filesOf(modelId: string, files: ModelFiles, roles: readonly string[]): string[] {
  return roles.map((role) => {
    const path = files[role];
    if (path !== undefined) return path;
    const message = `Model ${modelId} has no file for "${role}"; its family needs ${roles.join(', ')}.`;
    throw new SpeechError('INVALID_CONFIG', message, { modelId, role });
  });
}
