import type { MultipartValue } from '@fastify/multipart';
import { recordingTooLarge } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { UploadFloor } from '@parlance/core/scheduling';
import { readWatched, type Watched } from '@parlance/http/kit';
import type { FastifyRequest } from 'fastify';
import { createFormFields, type FormFields, type TranscriptionForm } from './transcription-form.ts';

/** Far above what an honest form needs, far below what would hurt. */
const FORM_LIMITS = {
  files: 1,
  fields: 32,
  parts: 34,
  fieldSize: 65_536,
  fieldNameSize: 64,
  headerPairs: 32,
} as const;
/** What a form may have besides its file: its fields at their longest, and what stands between the parts. */
const REST_BYTES = 4_000_000;
const FILE_FIELD = 'file';
const { batchFileBytes } = LIMITS.transcription;

/** An upload whose file has begun to arrive. */
export interface Upload {
  /** The file, to be read once; then whatever comes behind it. Errors of the form are thrown here. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Settles before `bytes` ends; never, when that throws. */
  readonly form: Promise<TranscriptionForm>;
}

/**
 * Reads a form up to its file. Its text fields may stand before and behind it.
 *
 * @param floor an upload that comes more slowly is refused
 * @throws SpeechError `INVALID_INPUT`, `AUDIO_TOO_LARGE`, `ABORTED` when the client leaves
 */
export async function openUpload(request: FastifyRequest, floor: UploadFloor): Promise<Upload> {
  const limits = { maxBytes: batchFileBytes + REST_BYTES, maxParts: FORM_LIMITS.parts, floor };
  const parts = readWatched(request, limits, (watched) => readParts(request, watched));
  const fields = createFormFields();
  const { promise: form, resolve } = Promise.withResolvers<TranscriptionForm>();
  try {
    const file = await readToFile(parts, fields);
    return { form, bytes: readRest(file, { parts, fields, resolve }) };
  } catch (error) {
    await parts.return();
    throw error;
  }
}

type Part = MultipartValue | { readonly type: 'file'; readonly name: string; readonly bytes: FileBytes };
type FileBytes = AsyncIterable<Uint8Array>;
type Parts = AsyncGenerator<Part, void, undefined>;

async function* readParts(request: FastifyRequest, watched: Watched): Parts {
  for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: batchFileBytes } })) {
    yield part.type === 'file'
      ? { type: 'file', name: part.fieldname, bytes: watched(part.file as AsyncIterable<Buffer>) }
      : part;
  }
}

async function readToFile(parts: Parts, fields: FormFields): Promise<FileBytes> {
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'file') {
      if (part.name === FILE_FIELD) return part.bytes;
      throw invalid(`The file must be in the field ${FILE_FIELD}.`, FILE_FIELD);
    }
    addField(fields, part);
  }
  throw invalid(`${FILE_FIELD} is required.`, FILE_FIELD);
}

interface Rest {
  readonly parts: Parts;
  readonly fields: FormFields;
  readonly resolve: (form: TranscriptionForm) => void;
}

async function* readRest(
  file: FileBytes,
  { parts, fields, resolve }: Rest,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let sizeBytes = 0;
    for await (const bytes of file) {
      sizeBytes += bytes.byteLength;
      if (sizeBytes >= batchFileBytes) throw recordingTooLarge(FILE_FIELD, batchFileBytes);
      yield bytes;
    }
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      if (next.value.type === 'file') throw invalid('One file is taken.', FILE_FIELD);
      addField(fields, next.value);
    }
    resolve(fields.parse());
  } finally {
    await parts.return();
  }
}

function addField(fields: FormFields, { fieldname, value, valueTruncated }: MultipartValue): void {
  if (typeof value !== 'string' || valueTruncated) {
    throw invalid(`${fieldname} must be a text of at most ${FORM_LIMITS.fieldSize} bytes.`, fieldname);
  }
  fields.add(fieldname, value);
}

function invalid(message: string, field: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field });
}
