import type { MultipartValue } from '@fastify/multipart';
import { recordingTooLarge } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { FastifyRequest } from 'fastify';
import { readWatched, type Watched } from './form-watch.ts';

/** Far above what an ordinary form needs, and far below what would do harm. */
const FORM_LIMITS = {
  parts: 34,
  fieldSize: 65_536,
  fieldNameSize: 64,
  headerPairs: 32,
} as const;
/** What a form may have besides its file: fields of the maximum length, and the bytes between parts. */
const REST_BYTES = 4_000_000;

/** Collects the text fields of a form in any order. */
export interface FormFields<Form> {
  /** @throws SpeechError `INVALID_INPUT` at once if the field is invalid */
  add(name: string, value: string): void;
  /** @throws SpeechError `INVALID_INPUT` if one is missing */
  parse(): Form;
}

export interface UploadForm<Form> {
  /** The only field whose file is accepted. */
  readonly fileField: string;
  /** The size must be below this: a file of exactly this many bytes is refused. */
  readonly fileBytes: number;
  /** A slower upload is refused. */
  readonly floor: UploadFloor;
  readonly fields: FormFields<Form>;
}

/** An upload whose file has begun to arrive. */
export interface Upload<Form> {
  /** The file, to be read once, followed internally by the rest of the form, whose errors are thrown here. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Settles before `bytes` ends; never settles if `bytes` throws. */
  readonly form: Promise<Form>;
}

/**
 * Reads a form up to its file. Its text fields may precede and follow the file.
 *
 * @throws SpeechError `INVALID_INPUT`, `AUDIO_TOO_LARGE`, `ABORTED` if the client leaves
 */
export async function openUpload<Form>(
  request: FastifyRequest,
  rules: UploadForm<Form>,
): Promise<Upload<Form>> {
  const { fileBytes, floor } = rules;
  const limits = { maxBytes: fileBytes + REST_BYTES, maxParts: FORM_LIMITS.parts, floor };
  const parts = readWatched(request, limits, (watched) => readParts(request, watched, fileBytes));
  const { promise: form, resolve } = Promise.withResolvers<Form>();
  try {
    const file = await readToFile(parts, rules);
    return { form, bytes: readRest(file, parts, { ...rules, resolve }) };
  } catch (error) {
    await parts.return();
    throw error;
  }
}

type FileBytes = AsyncIterable<Uint8Array>;
type Part = MultipartValue | { readonly type: 'file'; readonly name: string; readonly bytes: FileBytes };
type Parts = AsyncGenerator<Part, void, undefined>;

async function* readParts(request: FastifyRequest, watched: Watched, fileSize: number): Parts {
  for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize } })) {
    yield part.type === 'file'
      ? { type: 'file', name: part.fieldname, bytes: watched(part.file as AsyncIterable<Buffer>) }
      : part;
  }
}

async function readToFile(parts: Parts, { fileField, fields }: UploadForm<unknown>): Promise<FileBytes> {
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'file') {
      if (part.name === fileField) return part.bytes;
      throw invalid(`The file must be in the field ${fileField}.`, fileField);
    }
    addField(fields, part);
  }
  throw invalid(`${fileField} is required.`, fileField);
}

async function* readRest<Form>(
  file: FileBytes,
  parts: Parts,
  { fileField, fileBytes, fields, resolve }: UploadForm<Form> & { readonly resolve: (form: Form) => void },
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let sizeBytes = 0;
    for await (const bytes of file) {
      sizeBytes += bytes.byteLength;
      if (sizeBytes >= fileBytes) throw recordingTooLarge(fileField, fileBytes);
      yield bytes;
    }
    for await (const part of parts) {
      if (part.type === 'file') throw invalid('One file is taken.', fileField);
      addField(fields, part);
    }
    resolve(fields.parse());
  } finally {
    await parts.return();
  }
}

function addField(fields: FormFields<unknown>, { fieldname, value, valueTruncated }: MultipartValue): void {
  if (typeof value !== 'string' || valueTruncated) {
    throw invalid(`${fieldname} must be a text of at most ${FORM_LIMITS.fieldSize} bytes.`, fieldname);
  }
  fields.add(fieldname, value);
}

function invalid(message: string, field: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field });
}
