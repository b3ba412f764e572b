import { createReadStream } from 'node:fs';
import { requireApp } from '@parlance/core/accounts';
import { type AdminActor, noteAction } from '@parlance/core/administration';
import type { VoicePackManifest } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { Clock, RandomSource } from '@parlance/core/platform';
import type { ManagedVoicePack, VoicePackAdmin } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { RecordKeeping, Records, SpeechStorage } from '@parlance/core/storage';
import { demoTextOf, packObjectName, type StoredVoicePack, type VoiceCatalogue } from '@parlance/core/voices';
import type { Engines } from '../../engines/engines.ts';
import { type ReceivedPack, receivePack } from '../../library/receive-pack.ts';
import { type SpeechLibrary, unspokenPack } from '../../library/speech-library.ts';
import { parseManifest } from '../../voices/voice-packs.ts';
import type { VoiceSet } from '../../voices/voice-set.ts';

export interface VoicePackAdminNeeds {
  readonly catalogue: VoiceCatalogue;
  readonly clock: Clock;
  readonly engines: Engines;
  readonly library: SpeechLibrary;
  readonly random: RandomSource;
  readonly settings: SpeechSettings;
  readonly storage: SpeechStorage;
  readonly voices: VoiceSet;
}

/** See {@link VoicePackAdmin}. */
export function voicePackAdmin(needs: VoicePackAdminNeeds, keeping: RecordKeeping): VoicePackAdmin {
  const { catalogue, library, storage } = needs;
  const note =
    (action: string, packId: string, by: AdminActor | undefined) =>
    (tables: Records): Promise<void> =>
      noteAction(keeping, tables, { by, action, target: packId });

  const find = (packId: string): StoredVoicePack => {
    const pack = library.choices.voicePacks.find((one) => one.packId === packId);
    if (pack !== undefined) return pack;
    throw new SpeechError('NOT_FOUND', `There is no voice pack ${JSON.stringify(packId.slice(0, 64))}.`);
  };

  /** Removes all of a pack that was not recorded. What can't be removed now is removed by the next sweep. */
  const undo = async (pack: StoredVoicePack): Promise<void> => {
    if (library.choices.voicePacks.some(({ packId }) => packId === pack.packId)) return;
    await Promise.allSettled([library.packs.remove(pack.packId), removeObjects(needs, pack)]);
  };

  return {
    list: async () => library.choices.voicePacks.map((pack) => viewOf(pack, needs)),
    async add(uploads, { ownerAppId, signal }, by) {
      await using received = await receivePack(uploads, { spool: storage.spool, signal });
      const manifest = withOwner(received.manifest, ownerAppId);
      const owner = manifest.ownerAppId;
      if (owner !== undefined) await requireApp(storage.records.apps, owner);
      refuseTakenCodes(
        manifest,
        catalogue.voices.map(({ code }) => code),
      );
      const pack = storedPack(received, manifest, needs);
      try {
        await requireSpeech(pack, received, needs, signal);
        for (const { localPath, ...file } of received.files)
          await keepObject(needs, localPath, packObjectName(pack.packId, file));
        await library.change(
          ({ voicePacks }) => {
            refuseTakenCodes(manifest, voicePacks.flatMap(codesOf));
            return { voicePacks: [...voicePacks, pack] };
          },
          async (tables) => {
            if (owner !== undefined) await requireApp(tables.apps, owner);
            await note('voice-pack-add', pack.packId, by)(tables);
          },
        );
      } catch (error) {
        await undo(pack);
        throw error;
      }
      return viewOf(pack, needs);
    },
    async remove(packId, { force = false } = {}, by) {
      const pack = find(packId);
      const { usedAs } = viewOf(pack, needs);
      if (!force && usedAs.length > 0) {
        throw new SpeechError(
          'VOICE_PACK_CONFLICT',
          `The voice pack is in use: ${usedAs.join('; ')}. To remove it anyway, set force.`,
          { field: 'force', packId },
        );
      }
      const codes = codesOf(pack);
      await library.change(
        ({ voicePacks, voiceOwners, defaultVoice }) => ({
          voicePacks: voicePacks.filter((one) => one.packId !== packId),
          voiceOwners: Object.fromEntries(
            Object.entries(voiceOwners).filter(([code]) => !codes.includes(code)),
          ),
          defaultVoice: defaultVoice !== null && codes.includes(defaultVoice) ? null : defaultVoice,
        }),
        note('voice-pack-remove', packId, by),
      );
      await removeObjects(needs, pack);
    },
  };
}

function withOwner(manifest: VoicePackManifest, ownerAppId: string | undefined): VoicePackManifest {
  return ownerAppId === undefined ? manifest : { ...manifest, ownership: 'PERSONAL', ownerAppId };
}

function storedPack(
  { files }: ReceivedPack,
  manifest: VoicePackManifest,
  { random, clock }: Pick<VoicePackAdminNeeds, 'random' | 'clock'>,
): StoredVoicePack {
  return {
    packId: random.id(),
    addedAt: new Date(clock.now()).toISOString(),
    manifest: JSON.stringify(manifest, null, 2),
    files: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
  };
}

/** @throws SpeechError `VOICE_PACK_CONFLICT` */
function refuseTakenCodes({ voices }: VoicePackManifest, taken: readonly string[]): void {
  const both = voices.filter(({ code }) => taken.includes(code)).map(({ code }) => code);
  if (both.length === 0) return;
  const what = both.length === 1 ? `The voice code ${both[0]} is` : `The voice codes ${both.join(', ')} are`;
  throw new SpeechError('VOICE_PACK_CONFLICT', `${what} taken. Change voices in voice-pack.json.`, {
    field: 'voices',
  });
}

/**
 * Copies the files to the folder that engines read, and lets the first voice of each engine synthesize its sample sentence. Engines load every speaker that the pack names.
 *
 * @throws SpeechError `INVALID_INPUT` if the pack can't be loaded, or its audio is silent
 */
async function requireSpeech(
  pack: StoredVoicePack,
  { files }: ReceivedPack,
  { library }: Pick<VoicePackAdminNeeds, 'library'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const localPaths = new Map(files.map(({ sha256, localPath }) => [sha256, localPath]));
  const there = await library.packs.ensure(pack, ({ sha256 }) =>
    createReadStream(localPaths.get(sha256) ?? ''),
  );
  try {
    const engines = await library.enginesOf({ type: 'voice-pack', pack: there });
    if (engines === undefined) throw unspokenPack(there.family);
    try {
      for (const engine of engines.synthesis) {
        const [voice] = engine.voices;
        if (voice === undefined) continue;
        const unit = { text: demoTextOf(voice), voiceCode: voice.code, speed: 1 };
        let isHeard = false;
        for await (const chunk of engine.synthesize(unit, { ...(signal && { signal }) }))
          isHeard ||= chunk.some((sample) => sample !== 0);
        if (!isHeard) throw new SpeechError('ENGINE_FAILED', `The audio of ${voice.code} is silent.`);
      }
    } finally {
      await Promise.all([...engines.synthesis, ...engines.recognition].map((engine) => engine.close()));
    }
  } catch (cause) {
    const { code, message } = SpeechError.from(cause);
    if (!code.startsWith('ENGINE_') && code !== 'INVALID_CONFIG') throw cause;
    // Leave out the folder: it is internal to this process.
    const reason = message
      .replace(`voicePacks: ${there.directory}: `, '')
      .replaceAll(`${there.directory}/`, '');
    throw new SpeechError('INVALID_INPUT', `The voice pack can't be used: ${reason}`, {}, { cause });
  }
}

async function keepObject(
  { storage }: Pick<VoicePackAdminNeeds, 'storage'>,
  path: string,
  name: string,
): Promise<void> {
  // If two files have the same content, the first one is already there.
  if ((await storage.audio.open(name)) === undefined)
    await storage.audio.keep(path, name, { contentType: 'application/octet-stream' });
}

async function removeObjects(
  { storage }: Pick<VoicePackAdminNeeds, 'storage'>,
  pack: StoredVoicePack,
): Promise<void> {
  for (const file of pack.files) await storage.audio.remove(packObjectName(pack.packId, file));
}

function codesOf({ manifest }: StoredVoicePack): readonly string[] {
  return parseManifest(manifest).voices.map(({ code }) => code);
}

function viewOf(
  pack: StoredVoicePack,
  { engines, library, settings, voices }: VoicePackAdminNeeds,
): ManagedVoicePack {
  const manifest = parseManifest(pack.manifest);
  const codes = manifest.voices.map(({ code }) => code);
  const isOneOfIts = (code: string | undefined): boolean => code !== undefined && codes.includes(code);
  const named = Object.entries({
    defaultVoice: [settings.defaultVoice],
    realtimeVoices: settings.realtimeVoices ?? [],
    personalVoices: Object.keys(settings.personalVoices),
  }).filter(([, wanted]) => wanted.some(isOneOfIts));
  const error = library.packError(pack.packId);
  return {
    packId: pack.packId,
    addedAt: pack.addedAt,
    family: manifest.family,
    licence: manifest.licence,
    ownership: manifest.ownership,
    ownerAppId: manifest.ownerAppId ?? null,
    voices: manifest.voices.map(({ code, name, languageCode }) => ({ code, name, languageCode })),
    sizeBytes: pack.files.reduce((total, { bytes }) => total + bytes, 0),
    isInUse: engines.synthesis.some((engine) => engine.voices.some(({ code }) => isOneOfIts(code))),
    error: error === undefined ? null : { code: error.code, message: error.message },
    usedAs: [
      ...(isOneOfIts(voices.defaultVoice) ? [`${voices.defaultVoice} is the default voice`] : []),
      ...named.map(
        ([setting]) => `the setting ${setting} names it, and the service does not start without it`,
      ),
    ],
  };
}
