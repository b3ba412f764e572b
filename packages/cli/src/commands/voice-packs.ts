import { basename, dirname, resolve } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import type { ManagedVoicePack } from '@parlance/core/service';
import type { Command } from 'commander';
import { askYes } from '../input/ask-yes.ts';
import { PACK_MANIFEST, packFilesOf, readPackFiles } from '../input/pack-files.ts';
import { createModelProgressBars } from '../terminal/model-progress-bars.ts';
import { table } from '../terminal/table.ts';
import { type GlobalOptions, openContext } from './command-context.ts';
import { withAdmin } from './with-admin.ts';

interface AddOptions extends GlobalOptions {
  readonly app?: string;
}

interface RemoveOptions extends GlobalOptions {
  readonly yes?: boolean;
}

const BYTES_PER_MEGABYTE = 1_000_000;
/** Without a server the command itself synthesizes with the pack to test it. */
const WITH_VOICES = { hasModels: true };

/** The commands that add, list and remove voice packs, under `voices`. */
export function addVoicePackCommands(voices: Command): void {
  voices
    .command('add')
    .description('add a voice pack permanently; a running server uses its voices at once')
    .argument('<folder>', 'folder with voice-pack.json and the files it names')
    .option('--app <app-id>', 'assign its voices to one app, whatever the pack says')
    .action(addPack);
  voices.command('packs').description('list the added voice packs').action(listPacks);
  voices
    .command('remove')
    .description('remove an added voice pack; asks first if it is in use')
    .argument('<pack>', 'its ID, or the code of one of its voices')
    .option('--yes', 'remove it even if it is in use')
    .action(removePack);
}

async function addPack(given: string, _options: unknown, command: Command): Promise<void> {
  const options: AddOptions = command.optsWithGlobals();
  const { output, settings, signal } = await openContext(options);
  const folder = basename(given) === PACK_MANIFEST ? dirname(resolve(given)) : resolve(given);
  const files = await packFilesOf(folder);
  const bars = createModelProgressBars();
  let pack: ManagedVoicePack;
  try {
    const onProgress = (doneBytes: number, totalBytes: number): void =>
      // After the upload the service loads the pack and tests it.
      bars.show({
        modelId: basename(folder),
        phase: doneBytes < totalBytes ? 'upload' : 'verify',
        doneBytes,
        totalBytes,
      });
    pack = await withAdmin(
      settings,
      // Each attempt reads the files again.
      ({ voicePacks }) =>
        voicePacks.add(readPackFiles(folder, files, onProgress), { ownerAppId: options.app, signal }),
      WITH_VOICES,
    );
  } finally {
    bars.stop();
  }
  const codes = pack.voices.map(({ code }) => code).join(', ');
  const whom = pack.ownerAppId === null ? '' : ` for the app ${pack.ownerAppId} alone`;
  output.result(pack, `Added the voice pack ${pack.packId}${whom}. Voices: ${codes}`);
}

async function listPacks(_options: unknown, command: Command): Promise<void> {
  const { output, settings } = await openContext(command.optsWithGlobals());
  const packs = await withAdmin(settings, ({ voicePacks }) => voicePacks.list(), WITH_VOICES);
  const rows = packs.map(({ packId, voices, ownerAppId, family, licence, sizeBytes }) => [
    packId,
    voices.map(({ code }) => code).join(', '),
    ownerAppId ?? 'everyone',
    family,
    licence,
    `${(sizeBytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`,
  ]);
  output.result(
    packs,
    packs.length === 0
      ? 'No voice pack was added.'
      : table(['PACK', 'VOICES', 'FOR', 'FAMILY', 'LICENCE', 'SIZE'], rows),
  );
}

async function removePack(given: string, _options: unknown, command: Command): Promise<void> {
  const options: RemoveOptions = command.optsWithGlobals();
  const { output, settings, signal } = await openContext(options);
  const removed = await withAdmin(
    settings,
    async ({ voicePacks }) => {
      const packs = await voicePacks.list();
      const pack = packs.find(
        ({ packId, voices }) => packId === given || voices.some(({ code }) => code === given),
      );
      if (pack === undefined) {
        const hint = '"parlance voices packs" lists the added ones.';
        throw new SpeechError('NOT_FOUND', `No added voice pack has the ID or voice "${given}". ${hint}`);
      }
      const force = options.yes === true || (await isMeant(pack, signal));
      await voicePacks.remove(pack.packId, { force });
      return pack;
    },
    WITH_VOICES,
  );
  const codes = removed.voices.map(({ code }) => code).join(', ');
  output.result(removed, `Removed the voice pack ${removed.packId}. Voices: ${codes}`);
}

/** @throws SpeechError `VOICE_PACK_CONFLICT` if there is no terminal to ask on, or the answer was no */
async function isMeant({ packId, usedAs }: ManagedVoicePack, signal: AbortSignal): Promise<boolean> {
  if (usedAs.length === 0) return false;
  const what = `The voice pack ${packId} is in use: ${usedAs.join('; ')}.`;
  if (!process.stdin.isTTY)
    throw new SpeechError('VOICE_PACK_CONFLICT', `${what} To remove it anyway, add --yes.`);
  if (await askYes(`${what} Remove it?`, signal)) return true;
  throw new SpeechError('VOICE_PACK_CONFLICT', 'Nothing was removed.');
}
