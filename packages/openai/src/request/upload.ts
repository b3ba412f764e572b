import type { IncomingMessage } from 'node:http';
import type { Multipart } from '@fastify/multipart';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { abortable } from '@parlance/core/platform';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { FastifyRequest } from 'fastify';
import { createFormFields, type FormFields, type TranscriptionForm } from './transcription-form.ts';
import { type PaceWatch, watchPace } from './upload-pace.ts';

/** Far above what an honest form needs, far below what would hurt. */
const FORM_LIMITS = {
  files: 1,
  fields: 32,
  parts: 34,
  fieldSize: 65_536,
  fieldNameSize: 64,
  headerPairs: 32,
} as const;
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
  if (!request.isMultipart()) throw invalid('Content-Type must be multipart/form-data.');
  const pace = watchPace(request.raw, floor);
  const parts = paced(request.parts({ limits: { ...FORM_LIMITS, fileSize: batchFileBytes } }), pace);
  const fields = createFormFields();
  const { promise: form, resolve } = Promise.withResolvers<TranscriptionForm>();
  try {
    const file = await readToFile(parts, fields);
    return { form, bytes: readRest(request.raw, { file, parts, fields, resolve, pace }) };
  } catch (error) {
    pace.stop();
    throw asUploadError(error, request.raw);
  }
}

type Parts = AsyncIterableIterator<Multipart>;

function paced<Item>(items: AsyncIterable<Item>, { signal }: PaceWatch) {
  return abortable(items, signal, ({ reason }) => reason);
}

type FilePart = Extract<Multipart, { readonly type: 'file' }>;

async function readToFile(parts: Parts, fields: FormFields): Promise<FilePart> {
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'file') {
      if (part.fieldname === FILE_FIELD) return part;
      throw invalid(`The file must be in the field ${FILE_FIELD}.`, FILE_FIELD);
    }
    addField(fields, part);
  }
  throw invalid(`${FILE_FIELD} is required.`, FILE_FIELD);
}

interface Rest {
  readonly file: FilePart;
  readonly parts: Parts;
  readonly fields: FormFields;
  readonly resolve: (form: TranscriptionForm) => void;
  readonly pace: PaceWatch;
}

async function* readRest(
  request: IncomingMessage,
  { file, parts, fields, resolve, pace }: Rest,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let sizeBytes = 0;
    for await (const bytes of paced(file.file as AsyncIterable<Buffer>, pace)) {
      sizeBytes += bytes.byteLength;
      if (sizeBytes >= batchFileBytes) throw tooLarge();
      yield bytes;
    }
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      if (next.value.type === 'file') throw invalid('One file is taken.', FILE_FIELD);
      addField(fields, next.value);
    }
    resolve(fields.parse());
  } catch (error) {
    throw asUploadError(error, request);
  } finally {
    pace.stop();
  }
}

function addField(fields: FormFields, part: Exclude<Multipart, FilePart>): void {
  const { fieldname, value, valueTruncated } = part;
  if (typeof value !== 'string' || valueTruncated) {
    throw invalid(`${fieldname} must be a text of at most ${FORM_LIMITS.fieldSize} bytes.`, fieldname);
  }
  fields.add(fieldname, value);
}

function tooLarge(): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LARGE',
    `file must be smaller than ${batchFileBytes / 1_000_000} MB (${batchFileBytes} bytes).`,
    { field: FILE_FIELD, limitBytes: batchFileBytes },
  );
}

function invalid(message: string, field?: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, field === undefined ? {} : { field });
}

/** The parser calls a broken form an error of the server; it is the caller's. */
function asUploadError(error: unknown, { complete, destroyed }: IncomingMessage): SpeechError {
  if (SpeechError.is(error)) return error;
  if (destroyed && !complete) return SpeechError.aborted();
  return new SpeechError(
    'INVALID_INPUT',
    'The body is not a well-formed multipart/form-data form.',
    {},
    { cause: error },
  );
}
