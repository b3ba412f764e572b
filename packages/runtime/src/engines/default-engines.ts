import { SpeechError } from '@parlance/core/errors';
import type { VoiceSet } from '../voices/voice-set.ts';
import type { EngineSet } from './engine-set.ts';
import type { HostedRecognition } from './hosted-recognition.ts';
import type { HostedSynthesis } from './hosted-synthesis.ts';

/** The current engines for calls that name no voice and no language. */
export interface DefaultEngines {
  readonly synthesis: HostedSynthesis | undefined;
  readonly recognition: HostedRecognition | undefined;
  readonly voiceActivity: EngineSet['voiceActivity'];
  /** From now on, an engine that becomes a default is loaded at once. */
  loadNext(kind: 'synthesis' | 'recognition'): void;
  /** To be called after a change of the defaults. */
  update(): void;
}

export interface DefaultEnginesOptions {
  /** Whether they stay loaded while idle. */
  readonly stayLoaded: boolean;
  readonly onError: (error: unknown) => void;
}

const KINDS = ['synthesis', 'recognition', 'voiceActivity'] as const;

export function createDefaultEngines(
  engines: EngineSet,
  voices: Pick<VoiceSet, 'catalogue' | 'defaultVoice'>,
  { stayLoaded, onError }: DefaultEnginesOptions,
): DefaultEngines {
  const find = () => {
    const speaker = voices.catalogue.voices.find(({ code }) => code === voices.defaultVoice)?.engine;
    return {
      synthesis: engines.synthesis.find(({ id }) => id === speaker),
      recognition: engines.recognition[0],
      voiceActivity: engines.voiceActivity,
    };
  };
  let current = find();
  const letGo = new Map<(typeof KINDS)[number], () => void>();
  const loaded = new Set<(typeof KINDS)[number]>();
  const keep = (kind: (typeof KINDS)[number]): void => {
    letGo.get(kind)?.();
    letGo.delete(kind);
    const release = stayLoaded ? current[kind]?.keepLoaded() : undefined;
    if (release !== undefined) letGo.set(kind, release);
  };
  for (const kind of KINDS) keep(kind);
  const load = (engine: HostedSynthesis | HostedRecognition | undefined): void => {
    engine?.warm().catch((error: unknown) => {
      // Removed while it was loading: nobody needs it any more.
      const isGone = !KINDS.some((kind) => current[kind] === engine);
      if (isGone && SpeechError.from(error).code === 'SHUTTING_DOWN') return;
      onError(error);
    });
  };
  const update = (): void => {
    const before = current;
    current = find();
    for (const kind of KINDS) {
      if (current[kind] === before[kind]) continue;
      keep(kind);
      if (kind !== 'voiceActivity' && loaded.has(kind)) load(current[kind]);
    }
  };
  engines.onChange(update);
  return {
    get synthesis() {
      return current.synthesis;
    },
    get recognition() {
      return current.recognition;
    },
    get voiceActivity() {
      return current.voiceActivity;
    },
    loadNext: (kind) => void loaded.add(kind),
    update,
  };
}
