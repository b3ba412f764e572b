import { createHash } from 'node:crypto';
import { LIMITS, modeInput, parseInput, transcriptionForm, type UploadFloor } from '@parlance/core';
import type { FastifyRequest } from 'fastify';
import { hashOf } from './idempotency.ts';
import { fileTooLarge, readForm } from './upload.ts';

const FILE_FIELD = 'audioContent';
const { liveFileBytes, batchFileBytes } = LIMITS.transcription;

/** The form of Create transcript on its way in. */
export interface FormReader {
  /** Text fields so far. */
  readonly fields: Readonly<Record<string, string>>;
  /** What came of the file and was not taken yet. */
  readonly held: Uint8Array[];
  readonly hasFile: boolean;
  /** Bytes of the file so far. */
  readonly fileBytes: number;
  /**
   * Reads on by one part.
   *
   * @returns whether there was one; when not, the form is complete
   * @throws SpeechError see {@link readForm}, and whatever is wrong with a field
   */
  next(): Promise<boolean>;
  /** Of the fields and the file, hex; for a form that was read to its end and a reader that was told to hash. */
  bodyHash(): string;
  /** Leaves the rest unread. Safe after the end. */
  close(): Promise<void>;
}

export function createFormReader(
  request: FastifyRequest,
  { floor, isHashed }: { readonly floor: UploadFloor; readonly isHashed: boolean },
): FormReader {
  const parts = readForm(request, { fileField: FILE_FIELD, fileBytes: batchFileBytes, floor });
  const fields: Record<string, string> = Object.create(null);
  const held: Uint8Array[] = [];
  const hash = isHashed ? createHash('sha256') : undefined;
  let hasFile = false;
  let fileBytes = 0;
  const takePiece = (bytes: Uint8Array): void => {
    fileBytes += bytes.byteLength;
    hash?.update(bytes);
    held.push(bytes);
  };
  return {
    fields,
    held,
    get hasFile() {
      return hasFile;
    },
    get fileBytes() {
      return fileBytes;
    },
    async next() {
      const { value: part } = await parts.next();
      if (part === undefined) return false;
      if (part.type === 'file-start') hasFile = true;
      if (part.type === 'file-piece') takePiece(part.bytes);
      if (part.type === 'field') {
        judgeField(part.name, part.value);
        fields[part.name] = part.value;
      }
      if (fields.mode === 'sync' && fileBytes >= liveFileBytes) {
        throw fileTooLarge(FILE_FIELD, liveFileBytes, ' in mode "sync"');
      }
      return true;
    },
    bodyHash: () => hashOf({ fields, file: hasFile ? hash?.copy().digest('hex') : null }),
    close: async () => void (await parts.return()),
  };
}

/** Judged as each field comes: there is no use in reading the file of a request that can't be served. */
function judgeField(name: string, value: string): void {
  if (name === 'mode') parseInput(modeInput, { mode: value });
  else parseInput(transcriptionForm, { [name]: value });
}
