import { basename } from 'node:path';
import type { InstalledModel, ModelStore, PluginContext, VoicePack } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { SYNTHESIS_FAMILIES, type SynthesisFamilyName } from '../families/synthesis-families.ts';
import type { VoiceSettings } from '../options.ts';

/** The eSpeak data of a model. Packs without it share the service's own. */
const SHARED_ROLE = 'espeakData';
const SHARED_MODEL = 'espeak-ng-data';

/** A pack's voices, and a store that also has its model. */
export interface OpenedPack {
  readonly voices: readonly [VoiceSettings, ...VoiceSettings[]];
  readonly models: ModelStore;
}

/**
 * Opens the packs whose family sherpa-onnx knows.
 *
 * @throws SpeechError `INVALID_CONFIG` for a pack without a file that its family needs
 */
export function openVoicePacks({ voicePacks = [], models }: PluginContext): readonly OpenedPack[] {
  return voicePacks.flatMap((pack) => (isKnown(pack.family) ? [openPack(pack, pack.family, models)] : []));
}

function openPack(pack: VoicePack, family: SynthesisFamilyName, models: ModelStore): OpenedPack {
  const { directory, files, licence, ownership, ownerAppId, nativeRateHz } = pack;
  const missing = SYNTHESIS_FAMILIES[family].roles.filter(
    (role) => role !== SHARED_ROLE && files[role] === undefined,
  );
  if (missing.length > 0) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `voicePacks: ${directory}: files has no ${missing.join(', ')}, which ${family} needs.`,
      { field: 'voicePacks' },
    );
  }
  const model = `pack/${basename(directory)}`;
  const own = { model, family, nativeRateHz, licence, ownership, ...(ownerAppId && { ownerAppId }) };
  const [first, ...others] = pack.voices.map((voice): VoiceSettings => ({ ...voice, ...own }));
  if (first === undefined) throw new SpeechError('INVALID_CONFIG', `voicePacks: ${directory} has no voice.`);
  return { voices: [first, ...others], models: { ensure: packStore(model, pack, models) } };
}

function packStore(modelId: string, pack: VoicePack, models: ModelStore): ModelStore['ensure'] {
  const { directory, licence, files } = pack;
  return async (id, options): Promise<InstalledModel> => {
    if (id !== modelId) return models.ensure(id, options);
    if (files[SHARED_ROLE] !== undefined) return { id, directory, licence, files };
    const shared = await models.ensure(SHARED_MODEL, options);
    return { id, directory, licence, files: { ...shared.files, ...files } };
  };
}

function isKnown(family: string): family is SynthesisFamilyName {
  return Object.hasOwn(SYNTHESIS_FAMILIES, family);
}
