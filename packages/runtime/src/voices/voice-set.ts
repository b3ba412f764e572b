import type { SynthesisEngine, Voice } from '@parlance/core/engine';
import type { SpeechSettings } from '@parlance/core/settings';
import {
  assignPersonalVoices,
  bestVoiceCode,
  createVoiceCatalogue,
  type RealtimeVoices,
  type VoiceCatalogue,
} from '@parlance/core/voices';
import type { EngineSet } from '../engines/engine-set.ts';
import type { Engines } from '../engines/engines.ts';
import { chooseRealtimeVoices, requireVoiceSettings } from './choose-voices.ts';

/** The choices of operators at run time. */
export interface VoiceChoices {
  /** Overrides the setting while the voice exists. */
  readonly defaultVoice: string | null;
  /** Owners of personal voices by code, in addition to those of the settings. */
  readonly voiceOwners: Readonly<Record<string, string>>;
}

/** The voices of the current engines. */
export interface VoiceSet {
  /** The same object while the service runs; its content changes. */
  readonly catalogue: VoiceCatalogue;
  readonly realtimeVoices: RealtimeVoices;
  /** The voice of in-process calls that name none; `undefined` if there are no voices. */
  readonly defaultVoice: string | undefined;
  choose(choices: VoiceChoices): void;
}

type VoiceSettings = Pick<SpeechSettings, 'personalVoices' | 'realtimeVoices' | 'defaultVoice'>;

/** An immutable snapshot, which each change replaces. */
interface Present {
  readonly catalogue: VoiceCatalogue;
  readonly realtimeVoices: RealtimeVoices;
  readonly defaultVoice: string | undefined;
}

/**
 * If two voices have the same code, the first one is used.
 *
 * @throws SpeechError `INVALID_CONFIG` for settings that name an unknown voice. Settings of a voice that is removed later apply again when it is back
 */
export function createVoiceSet(engines: EngineSet, settings: VoiceSettings, choices: VoiceChoices): VoiceSet {
  let chosen = choices;
  const look = (): Present => {
    const catalogue = createVoiceCatalogue(
      withOwners(firstOfEachCode(voicesOf(engines)), { ...chosen.voiceOwners, ...settings.personalVoices }),
    );
    return presentOf(catalogue, settings, { wanted: chosen.defaultVoice, own: ownVoices });
  };
  // A voice that is merely installed becomes the default only if an operator chooses it.
  const ownVoices = createVoiceCatalogue(
    withOwners(voicesOf({ synthesis: engines.synthesis.filter(isOwn(engines)) }), settings.personalVoices),
  );
  assignPersonalVoices(voicesOf(engines), settings.personalVoices);
  let present = look();
  requireVoiceSettings(settings, present.catalogue);
  engines.onChange(() => {
    present = look();
  });
  return {
    catalogue: {
      get voices() {
        return present.catalogue.voices;
      },
      find: (code, appId) => present.catalogue.find(code, appId),
    },
    get realtimeVoices() {
      return present.realtimeVoices;
    },
    get defaultVoice() {
      return present.defaultVoice;
    },
    choose(next) {
      chosen = next;
      present = look();
    },
  };
}

/** @throws SpeechError `INVALID_CONFIG` if plugins declare the same code twice, or a `PERSONAL` voice has no owner */
export function refuseTwinVoices(
  engines: Pick<Engines, 'synthesis'>,
  { personalVoices }: Pick<VoiceSettings, 'personalVoices'>,
): void {
  createVoiceCatalogue(withOwners(voicesOf(engines), personalVoices));
}

/** Owners of missing voices are ignored until the voice exists. */
function withOwners(voices: readonly Voice[], owners: Readonly<Record<string, string>>): readonly Voice[] {
  const codes = new Set(voices.map(({ code }) => code));
  const present = Object.entries(owners).filter(([code]) => codes.has(code));
  return assignPersonalVoices(voices, Object.fromEntries(present));
}

function voicesOf({ synthesis }: Pick<Engines, 'synthesis'>): readonly Voice[] {
  return synthesis.flatMap(({ voices }) => voices);
}

function firstOfEachCode(voices: readonly Voice[]): readonly Voice[] {
  return [...new Map(voices.toReversed().map((voice) => [voice.code, voice])).values()].toReversed();
}

/** Declared by a plugin's options, not added at run time. */
function isOwn({ declared }: EngineSet): (engine: SynthesisEngine) => boolean {
  return ({ model }) => model === undefined || declared.includes(model);
}

function presentOf(
  catalogue: VoiceCatalogue,
  settings: VoiceSettings,
  { wanted, own }: { readonly wanted: string | null; readonly own: VoiceCatalogue },
): Present {
  const chosen = catalogue.voices.find(({ code }) => code === wanted)?.code;
  const realtimeVoices = chooseRealtimeVoices(settings, catalogue);
  // A default voice should be usable in `sync` mode, unless the settings list the voices of that mode.
  const isJoined = chosen !== undefined && settings.realtimeVoices === undefined && realtimeVoices !== 'all';
  return {
    catalogue,
    realtimeVoices: isJoined ? [...new Set([chosen, ...realtimeVoices])] : realtimeVoices,
    defaultVoice: chosen ?? settings.defaultVoice ?? bestVoiceCode(own) ?? bestVoiceCode(catalogue),
  };
}
