import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type {
  AudioObjectOptions,
  AudioSink,
  AudioStore,
  ListedAudio,
  LocalCopy,
  NewAudioOptions,
  Spool,
  StoredAudio,
} from '@parlance/core/storage';
import {
  clampRange,
  proveStore,
  requireFolderName,
  requireHeaderBytes,
  requireObjectName,
  storageError,
} from '@parlance/storage/kit';
import { type BucketLocation, parseAudioUrl } from './audio-url.ts';
import { S3Bucket } from './s3-bucket.ts';
import {
  CHECK_PATIENCE,
  createS3Client,
  requireRegion,
  type S3Patience,
  WORK_PATIENCE,
} from './s3-client.ts';
import { readObjectRange } from './s3-reader.ts';
import { S3Sink } from './s3-sink.ts';

/** See {@link openS3AudioStore}. This module loads the SDK, so it is imported only when needed. */
export async function createS3AudioStore(url: string, spool: Spool): Promise<AudioStore> {
  const location = parseAudioUrl(url);
  await requireRegion(createS3Client(location, WORK_PATIENCE));
  const probed = new S3AudioStore(openBucket(location, CHECK_PATIENCE), spool, async () => undefined);
  return new S3AudioStore(openBucket(location, WORK_PATIENCE), spool, () => proveStore(probed));
}

function openBucket(location: BucketLocation, patience: S3Patience): S3Bucket {
  const client = createS3Client(location, patience);
  const { publicEndpoint } = location;
  const linkClient = publicEndpoint
    ? createS3Client({ ...location, endpoint: publicEndpoint }, patience)
    : client;
  return new S3Bucket(client, linkClient, location);
}

class S3AudioStore implements AudioStore {
  readonly #bucket: S3Bucket;
  readonly #spool: Spool;
  readonly check: () => Promise<void>;

  constructor(bucket: S3Bucket, spool: Spool, check: () => Promise<void>) {
    this.#bucket = bucket;
    this.#spool = spool;
    this.check = check;
  }

  async create(name: string, { contentType, headerBytes }: NewAudioOptions): Promise<AudioSink> {
    return new S3Sink(this.#bucket, requireObjectName(name), {
      contentType,
      headerBytes: requireHeaderBytes(headerBytes),
    });
  }

  async keep(path: string, name: string, options: AudioObjectOptions): Promise<void> {
    const sink = await this.create(name, options);
    try {
      for await (const chunk of readFileChunks(path)) await sink.write(chunk);
      await sink.commit();
    } catch (cause) {
      await sink.abort();
      throw cause;
    }
    await rm(path, { force: true });
  }

  async open(name: string): Promise<StoredAudio | undefined> {
    const head = await this.#bucket.head(requireObjectName(name));
    if (head === undefined) return undefined;
    const bucket = this.#bucket;
    return {
      bytes: head.bytes,
      async *read(range) {
        const cut = clampRange(range, head.bytes);
        if (cut !== undefined) yield* readObjectRange(bucket, name, head, cut);
      },
    };
  }

  async local(name: string): Promise<LocalCopy | undefined> {
    const stored = await this.open(name);
    return stored && (await this.#spool.write(stored.read(), { maxBytes: stored.bytes }));
  }

  async list(folder: string): Promise<readonly string[]> {
    return (await this.listWithTimes(folder)).map(({ name }) => name);
  }

  async listWithTimes(folder: string): Promise<readonly ListedAudio[]> {
    const listed = await this.#bucket.list(requireFolderName(folder));
    // Not every gateway returns a sorted list.
    return listed.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async remove(name: string): Promise<void> {
    await this.#bucket.remove(requireObjectName(name));
  }

  async link(
    name: string,
    options: { readonly lifeSeconds: number; readonly contentType: string },
  ): Promise<string> {
    return await this.#bucket.link(requireObjectName(name), options.contentType, options.lifeSeconds);
  }
}

async function* readFileChunks(path: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of createReadStream(path)) yield chunk;
  } catch (cause) {
    throw storageError(cause);
  }
}
