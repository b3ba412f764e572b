import { SpeechError } from '@parlance/core/errors';
import type { AudioSink, NewAudioOptions } from '@parlance/core/storage';
import { requireHeader } from '@parlance/storage/kit';
import type { MultipartUpload, S3Bucket } from './s3-bucket.ts';

/**
 * S3 accepts parts of at least 5 MiB, and up to 10 000 of them: 80 GB. A sink holds two parts, of which one is filled while the other is sent, and the
 * first part as well if its header is written last.
 */
const PART_BYTES = 8 * 1024 * 1024;

type Part = Awaited<ReturnType<S3Bucket['uploadPart']>>;

/** Sends an object of unknown length as a multipart upload, or with a single call if it fits into one part. */
export class S3Sink implements AudioSink {
  readonly #bucket: S3Bucket;
  readonly #name: string;
  readonly #contentType: string;
  readonly #headerBytes: number;
  readonly #sent: Part[] = [];
  /** The complete first part, which waits for its header: S3 accepts parts in any order. */
  #first: Uint8Array | undefined;
  #nextPart = 1;
  #filling = Buffer.allocUnsafeSlow(PART_BYTES);
  #filledBytes: number;
  /**
   * The buffer of the part that is being sent, reused when the next one can be sent: new buffers would become garbage faster
   * than they are collected.
   */
  #leaving: Buffer<ArrayBuffer> | undefined;
  #upload: MultipartUpload | undefined;
  #sending: Promise<void> = Promise.resolve();
  /** Why the sink accepts no more data. */
  #ended: SpeechError | undefined;

  constructor(bucket: S3Bucket, name: string, options: Required<NewAudioOptions>) {
    this.#bucket = bucket;
    this.#name = name;
    this.#contentType = options.contentType;
    this.#headerBytes = options.headerBytes;
    this.#filledBytes = options.headerBytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#refuseWhenEnded();
    await this.#orDiscard(async () => {
      for (let taken = 0; taken < bytes.length; ) {
        if (this.#filledBytes === PART_BYTES) await this.#passFilledOn();
        const portion = bytes.subarray(taken, taken + PART_BYTES - this.#filledBytes);
        this.#filling.set(portion, this.#filledBytes);
        this.#filledBytes += portion.length;
        taken += portion.length;
      }
    });
  }

  async commit(header?: Uint8Array): Promise<void> {
    this.#refuseWhenEnded();
    const beginning = requireHeader(header, this.#headerBytes);
    await this.#orDiscard(async () => {
      (this.#first ?? this.#filling).set(beginning);
      if (this.#upload === undefined && this.#first === undefined) {
        await this.#bucket.put(this.#name, this.#filled(), this.#contentType);
      } else {
        await this.#sendAllParts();
      }
      this.#ended = new SpeechError('INTERNAL', 'The audio is already committed.');
    });
  }

  async abort(): Promise<void> {
    if (this.#ended !== undefined) return;
    await this.#discard(new SpeechError('ABORTED', 'Writing the audio was aborted.'));
  }

  #filled(): Uint8Array {
    return this.#filling.subarray(0, this.#filledBytes);
  }

  async #passFilledOn(): Promise<void> {
    if (this.#nextPart === 1 && this.#headerBytes > 0) {
      this.#first = this.#filled();
      this.#nextPart += 1;
      this.#filling = Buffer.allocUnsafeSlow(PART_BYTES);
    } else {
      await this.#sendPart(this.#nextPart++, this.#filled());
      const arrived = this.#leaving;
      this.#leaving = this.#filling;
      this.#filling = arrived ?? Buffer.allocUnsafeSlow(PART_BYTES);
    }
    this.#filledBytes = 0;
  }

  async #sendAllParts(): Promise<void> {
    await this.#sendPart(this.#nextPart, this.#filled());
    if (this.#first !== undefined) await this.#sendPart(1, this.#first);
    await this.#sending;
    this.#sent.sort((one, other) => (one.PartNumber ?? 0) - (other.PartNumber ?? 0));
    if (this.#upload !== undefined) await this.#bucket.completeUpload(this.#upload, this.#sent);
  }

  /** Resolves when the previous part has arrived and this one is being sent. */
  async #sendPart(partNumber: number, content: Uint8Array): Promise<void> {
    this.#upload ??= await this.#bucket.beginUpload(this.#name, this.#contentType);
    await this.#sending;
    const upload = this.#upload;
    this.#sending = this.#bucket.uploadPart(upload, partNumber, content).then((part) => {
      this.#sent.push(part);
    });
    // Reported to the next call that awaits it.
    this.#sending.catch(() => undefined);
  }

  #refuseWhenEnded(): void {
    if (this.#ended !== undefined) throw this.#ended;
  }

  async #orDiscard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      const failure = SpeechError.from(cause);
      await this.#discard(failure);
      throw failure;
    }
  }

  async #discard(failure: SpeechError): Promise<void> {
    this.#ended = failure;
    this.#filling = Buffer.alloc(0);
    this.#leaving = undefined;
    this.#filledBytes = 0;
    this.#first = undefined;
    // A part that arrives after the abort would stay, invisible, and cost money.
    await this.#sending.catch(() => undefined);
    // Report the first error, not one of the cleanup; the bucket's lifecycle rule removes remaining parts.
    if (this.#upload !== undefined) await this.#bucket.abortUpload(this.#upload).catch(() => undefined);
  }
}
