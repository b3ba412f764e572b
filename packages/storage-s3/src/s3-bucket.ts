import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ByteRange, ListedAudio } from '@parlance/core/storage';
import type { BucketLocation } from './audio-url.ts';
import { isNotFound, s3Error } from './s3-error.ts';

/** The metadata of an object; the tag changes with the content. */
export interface ObjectHead {
  readonly bytes: number;
  readonly tag: string | undefined;
}

/** A started multipart upload. */
export interface MultipartUpload {
  readonly name: string;
  readonly id: string | undefined;
}

interface ObjectTarget {
  readonly Bucket: string;
  readonly Key: string;
}

/** The S3 calls that a store needs, with names below the prefix. @throws SpeechError those of {@link s3Error} */
export class S3Bucket {
  readonly #client: S3Client;
  readonly #linkClient: S3Client;
  readonly #location: BucketLocation;

  /** @param linkClient signs links for the public address */
  constructor(client: S3Client, linkClient: S3Client, location: BucketLocation) {
    this.#client = client;
    this.#linkClient = linkClient;
    this.#location = location;
  }

  async head(name: string): Promise<ObjectHead | undefined> {
    try {
      const found = await this.#client.send(new HeadObjectCommand(this.#target(name)));
      return { bytes: found.ContentLength ?? 0, tag: found.ETag };
    } catch (cause) {
      if (isNotFound(cause)) return undefined;
      throw s3Error(cause);
    }
  }

  /** @returns `undefined` if the object does not exist */
  async get(
    name: string,
    range: ByteRange,
  ): Promise<{ readonly tag: string | undefined; readonly body: AsyncIterable<Uint8Array> } | undefined> {
    try {
      const found = await this.#client.send(
        new GetObjectCommand({ ...this.#target(name), Range: `bytes=${range.start}-${range.end}` }),
      );
      // In Node the body is a stream of buffers; the type includes browsers.
      return { tag: found.ETag, body: found.Body as unknown as AsyncIterable<Uint8Array> };
    } catch (cause) {
      if (isNotFound(cause)) return undefined;
      throw s3Error(cause);
    }
  }

  async put(name: string, content: Uint8Array, contentType: string): Promise<void> {
    await orS3Error(
      this.#client.send(
        new PutObjectCommand({ ...this.#target(name), Body: content, ContentType: contentType }),
      ),
    );
  }

  async remove(name: string): Promise<void> {
    await orS3Error(this.#client.send(new DeleteObjectCommand(this.#target(name))));
  }

  /** Lists objects in the order of the store. */
  async list(folder: string): Promise<ListedAudio[]> {
    const { bucket, prefix } = this.#location;
    const pages = paginateListObjectsV2(
      { client: this.#client },
      { Bucket: bucket, Prefix: `${prefix}${folder}/` },
    );
    const listed: ListedAudio[] = [];
    try {
      for await (const page of pages) {
        // The SDK learns the offset of this machine's clock from answers, once it is five minutes.
        const clockOffsetMs = this.#client.config.systemClockOffset;
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined) continue;
          const storedAtMs = (LastModified?.getTime() ?? Date.now()) - clockOffsetMs;
          listed.push({ name: Key.slice(prefix.length), storedAtMs });
        }
      }
    } catch (cause) {
      throw s3Error(cause);
    }
    return listed;
  }

  async link(name: string, contentType: string, lifeSeconds: number): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#target(name),
      ResponseContentType: contentType,
      ResponseContentDisposition: `inline; filename="${name.split('/').at(-1)}"`,
      ResponseCacheControl: 'private, no-store',
    });
    return await orS3Error(getSignedUrl(this.#linkClient, command, { expiresIn: lifeSeconds }));
  }

  async beginUpload(name: string, contentType: string): Promise<MultipartUpload> {
    const begun = await orS3Error(
      this.#client.send(
        new CreateMultipartUploadCommand({ ...this.#target(name), ContentType: contentType }),
      ),
    );
    return { name, id: begun.UploadId };
  }

  async uploadPart(upload: MultipartUpload, partNumber: number, content: Uint8Array): Promise<CompletedPart> {
    const done = await orS3Error(
      this.#client.send(
        new UploadPartCommand({ ...this.#uploadTarget(upload), PartNumber: partNumber, Body: content }),
      ),
    );
    return { PartNumber: partNumber, ETag: done.ETag };
  }

  async completeUpload(upload: MultipartUpload, parts: CompletedPart[]): Promise<void> {
    await orS3Error(
      this.#client.send(
        new CompleteMultipartUploadCommand({
          ...this.#uploadTarget(upload),
          MultipartUpload: { Parts: parts },
        }),
      ),
    );
  }

  async abortUpload(upload: MultipartUpload): Promise<void> {
    await orS3Error(this.#client.send(new AbortMultipartUploadCommand(this.#uploadTarget(upload))));
  }

  #target(name: string): ObjectTarget {
    return { Bucket: this.#location.bucket, Key: `${this.#location.prefix}${name}` };
  }

  #uploadTarget(upload: MultipartUpload): ObjectTarget & { readonly UploadId: string | undefined } {
    return { ...this.#target(upload.name), UploadId: upload.id };
  }
}

async function orS3Error<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw s3Error(cause);
  }
}
