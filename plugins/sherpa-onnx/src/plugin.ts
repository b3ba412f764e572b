import {
  type EngineSource,
  type InstalledModelEntry,
  type PluginContext,
  PORT_VERSION,
  type RecognitionEngine,
  type SourceEngines,
  type SpeechPlugin,
  type VoicePack,
} from '@parlance/core/engine';
import { ONLINE_FAMILIES, type OnlineFamilyName } from './families/online-families.ts';
import { RECOGNITION_FAMILIES, type RecognitionFamilyName } from './families/recognition-families.ts';
import { PLUGIN_ID } from './host/engine-id.ts';
import { KNOWN_VOICES } from './host/known-voices.ts';
import { SherpaOnlineRecognitionEngine } from './host/online-recognition-engine.ts';
import { SherpaRecognitionEngine } from './host/recognition-engine.ts';
import { SherpaSynthesisEngine } from './host/synthesis-engine.ts';
import { SherpaVoiceActivityDetector } from './host/voice-activity-detector.ts';
import { type OpenedPack, openVoicePacks } from './host/voice-packs.ts';
import {
  type RecognizerSettings,
  readOptions,
  type SherpaOnnxOptions,
  type SherpaOnnxSettings,
  type VoiceSettings,
} from './options.ts';

/**
 * Neural voices, recognizers and voice activity detection with sherpa-onnx. Importing and creating load no native code and fetch
 * no model: workers start, and models are requested from the store, with `warm()` or the first unit.
 *
 * @throws SpeechError `INVALID_CONFIG`
 * @example
 * const speech = await createSpeech({ plugins: [sherpaOnnx({ voices: ['joe'], threads: { synthesis: 2 } })] });
 */
export function sherpaOnnx(options: SherpaOnnxOptions = {}, path?: string): SpeechPlugin {
  const settings = readOptions(options, path);
  const { voices, recognizers, voiceActivity, threads } = settings;
  return {
    portVersion: PORT_VERSION,
    id: PLUGIN_ID,
    models: modelsOf(settings),
    createSynthesis: async (context) => [
      ...byModel(voices).map(
        (group) => new SherpaSynthesisEngine(group, { threads: threads.synthesis, context }),
      ),
      ...openVoicePacks(context).map((pack) => packEngine(pack, settings, context)),
    ],
    ...(recognizers.length > 0 && {
      createRecognition: async (context) =>
        recognizers.map((recognizer) => recognitionEngine(recognizer, settings, context)),
    }),
    ...(voiceActivity && {
      createVoiceActivity: async (context) =>
        new SherpaVoiceActivityDetector({
          modelId: voiceActivity.model,
          threshold: voiceActivity.threshold,
          context,
        }),
    }),
    enginesOf: async (source, context) => enginesOfSource(source, settings, context),
  };
}

function enginesOfSource(
  source: EngineSource,
  settings: SherpaOnnxSettings,
  context: PluginContext,
): SourceEngines | undefined {
  switch (source.type) {
    case 'model':
      return modelEngines(source.model, settings, context);
    case 'voice-pack':
      return packEngines(source.pack, settings, context);
    default:
      return undefined;
  }
}

/** Engines of an installed model, with its catalogue entry and this plugin's threads. */
function modelEngines(
  { id, family, languages }: InstalledModelEntry,
  settings: SherpaOnnxSettings,
  context: PluginContext,
): SourceEngines | undefined {
  const voices = Object.values(KNOWN_VOICES).filter(({ model }) => model === id);
  const [group] = byModel(readOptions({ voices, recognizers: [], voiceActivity: false }).voices);
  if (group !== undefined) {
    const engine = new SherpaSynthesisEngine(group, { threads: settings.threads.synthesis, context });
    return { synthesis: [engine], recognition: [] };
  }
  if (!isRecognition(family)) return undefined;
  const engine = recognitionEngine({ model: id, family, languages: [...languages] }, settings, context);
  return { synthesis: [], recognition: [engine] };
}

function packEngines(
  pack: VoicePack,
  settings: SherpaOnnxSettings,
  context: PluginContext,
): SourceEngines | undefined {
  const [opened] = openVoicePacks({ ...context, voicePacks: [pack] });
  return opened && { synthesis: [packEngine(opened, settings, context)], recognition: [] };
}

function packEngine(
  { voices, models }: OpenedPack,
  { threads }: SherpaOnnxSettings,
  context: PluginContext,
): SherpaSynthesisEngine {
  return new SherpaSynthesisEngine(voices, { threads: threads.synthesis, context: { ...context, models } });
}

function modelsOf({ voices, recognizers, voiceActivity }: SherpaOnnxSettings): string[] {
  const ids = [...voices, ...recognizers, ...(voiceActivity ? [voiceActivity] : [])].map(
    ({ model }) => model,
  );
  return [...new Set(ids)];
}

function byModel(voices: readonly VoiceSettings[]): [VoiceSettings, ...VoiceSettings[]][] {
  const groups = new Map<string, [VoiceSettings, ...VoiceSettings[]]>();
  for (const voice of voices) {
    const group = groups.get(voice.model);
    if (group === undefined) groups.set(voice.model, [voice]);
    else group.push(voice);
  }
  return [...groups.values()];
}

function recognitionEngine(
  recognizer: RecognizerSettings,
  { threads, streamsPerThread }: SherpaOnnxSettings,
  context: PluginContext,
): RecognitionEngine {
  const { family } = recognizer;
  if (isOnline(family)) {
    const options = { threads: threads.recognition, streamsPerThread, context };
    return new SherpaOnlineRecognitionEngine({ ...recognizer, family }, options);
  }
  return new SherpaRecognitionEngine({ ...recognizer, family }, { threads: threads.recognition, context });
}

function isRecognition(family: string): family is RecognitionFamilyName | OnlineFamilyName {
  return family in RECOGNITION_FAMILIES || family in ONLINE_FAMILIES;
}

function isOnline(family: RecognitionFamilyName | OnlineFamilyName): family is OnlineFamilyName {
  return family in ONLINE_FAMILIES;
}
