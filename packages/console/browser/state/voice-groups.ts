import { languageName } from './language.ts';

/** The members that a voice is grouped by. */
interface GroupedVoice {
  readonly languageCode: string;
  readonly engine: string;
}

export interface VoiceGroup<Voice> {
  /** "American English · neural". */
  readonly name: string;
  readonly voices: readonly Voice[];
}

/** Groups voices by language and engine, in the order of their first voices, which is by quality. */
export function groupVoices<Voice extends GroupedVoice>(
  voices: readonly Voice[],
): readonly VoiceGroup<Voice>[] {
  const groups = Map.groupBy(
    voices,
    ({ languageCode, engine }) => `${languageName(languageCode)} · ${engineName(engine)}`,
  );
  return [...groups].map(([name, members]) => ({ name, voices: members }));
}

const ENGINE_NAMES: Readonly<Record<string, string>> = {
  'sherpa-onnx': 'neural',
  flite: 'Flite',
  'espeak-ng': 'eSpeak NG',
};

/** A short name for the kind of an engine such as `sherpa-onnx/piper-en-us-joe-medium`. */
export function engineName(engine: string): string {
  const [kind = engine] = engine.split('/');
  return ENGINE_NAMES[kind] ?? kind;
}
