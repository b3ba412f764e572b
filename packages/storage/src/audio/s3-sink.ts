import { type AudioSink, SpeechError } from '@parlance/core';
import type { MultipartUpload, S3Bucket } from './s3-bucket.ts';

/** S3 takes parts of 5 MiB and more, and 10 000 of them: 80 GB. A sink holds two: one fills while the other is sent. */
const PART_BYTES = 8 * 1024 * 1024;

type Part = Awaited<ReturnType<S3Bucket['uploadPart']>>;

/** Sends an object of unknown length in parts; one that fits into a single part in one call. */
export class S3Sink implements AudioSink {
  readonly #bucket: S3Bucket;
  readonly #name: string;
  readonly #contentType: string;
  readonly #sent: Part[] = [];
  #filling = Buffer.allocUnsafeSlow(PART_BYTES);
  #filledBytes = 0;
  #upload: MultipartUpload | undefined;
  #sending: Promise<void> = Promise.resolve();
  /** Why nothing more is taken. */
  #ended: SpeechError | undefined;

  constructor(bucket: S3Bucket, name: string, contentType: string) {
    this.#bucket = bucket;
    this.#name = name;
    this.#contentType = contentType;
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#refuseWhenEnded();
    await this.#orDiscard(async () => {
      for (let taken = 0; taken < bytes.length; ) {
        if (this.#filledBytes === PART_BYTES) await this.#sendFilled();
        const portion = bytes.subarray(taken, taken + PART_BYTES - this.#filledBytes);
        this.#filling.set(portion, this.#filledBytes);
        this.#filledBytes += portion.length;
        taken += portion.length;
      }
    });
  }

  async commit(): Promise<void> {
    this.#refuseWhenEnded();
    await this.#orDiscard(async () => {
      if (this.#upload === undefined) {
        await this.#bucket.put(this.#name, this.#filled(), this.#contentType);
      } else {
        await this.#sendFilled();
        await this.#sending;
        await this.#bucket.completeUpload(this.#upload, this.#sent);
      }
      this.#ended = new SpeechError('INTERNAL', 'The audio has been committed already.');
    });
  }

  async abort(): Promise<void> {
    if (this.#ended !== undefined) return;
    await this.#discard(new SpeechError('ABORTED', 'The audio was given up.'));
  }

  #filled(): Uint8Array {
    return this.#filling.subarray(0, this.#filledBytes);
  }

  /** Resolves when the part before has arrived and this one is on its way. */
  async #sendFilled(): Promise<void> {
    this.#upload ??= await this.#bucket.beginUpload(this.#name, this.#contentType);
    await this.#sending;
    this.#sending = this.#send(this.#upload, this.#filled());
    // Heard of by whoever awaits it next.
    this.#sending.catch(() => undefined);
    this.#filling = Buffer.allocUnsafeSlow(PART_BYTES);
    this.#filledBytes = 0;
  }

  async #send(upload: MultipartUpload, content: Uint8Array): Promise<void> {
    this.#sent.push(await this.#bucket.uploadPart(upload, this.#sent.length + 1, content));
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
    this.#filledBytes = 0;
    // A part that arrives after the abort would lie there unseen, and cost.
    await this.#sending.catch(() => undefined);
    // What went wrong first is what the caller has to hear of; the bucket's lifecycle rule clears what stays.
    if (this.#upload !== undefined) await this.#bucket.abortUpload(this.#upload).catch(() => undefined);
  }
}
