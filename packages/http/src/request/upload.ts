import type { MultipartFile } from '@fastify/multipart';
import { SpeechError } from '@parlance/core';
import type { FastifyRequest } from 'fastify';

/** Far above what an honest form needs, far below what would hurt. */
const FORM_LIMITS = {
  files: 1,
  fields: 8,
  parts: 10,
  fieldSize: 2048,
  fieldNameSize: 64,
  headerPairs: 32,
} as const;

export interface Upload {
  /** Text fields by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole file; `undefined` when the form has none. */
  readonly file: Buffer | undefined;
}

export interface UploadRules {
  /** The one field that may hold a file. */
  readonly fileField: string;
  /** A file of this many bytes is refused. */
  readonly fileBytes: number;
  /** Judges each text field as it comes, so that a hopeless upload ends at once. */
  readonly onField: (name: string, value: string) => void;
}

/**
 * Reads a multipart form into memory. Whatever is wrong with it is thrown as soon as it is seen, with the rest unread.
 *
 * @throws SpeechError `AUDIO_TOO_LARGE`, `INVALID_INPUT`
 */
export async function readUpload(request: FastifyRequest, rules: UploadRules): Promise<Upload> {
  const fields: Record<string, string> = Object.create(null);
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: rules.fileBytes } })) {
      if (part.type === 'file') {
        file = await readFile(part, rules);
        continue;
      }
      const value = textOf(part.fieldname, part.value, part.valueTruncated);
      if (part.fieldname === rules.fileField)
        throw invalid(`${rules.fileField} must be a file.`, rules.fileField);
      if (part.fieldname in fields) throw invalid(`${part.fieldname} must be given once.`, part.fieldname);
      rules.onField(part.fieldname, value);
      fields[part.fieldname] = value;
    }
  } catch (error) {
    throw asUploadError(error);
  }
  return { fields, file };
}

async function readFile(part: MultipartFile, { fileField, fileBytes }: UploadRules): Promise<Buffer> {
  if (part.fieldname !== fileField) throw invalid(`The file must be in the field ${fileField}.`, fileField);
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of part.file as AsyncIterable<Buffer>) {
    sizeBytes += piece.byteLength;
    if (sizeBytes >= fileBytes) throw tooLarge(fileField, fileBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, sizeBytes);
}

function textOf(name: string, value: unknown, isCut: boolean): string {
  if (typeof value === 'string' && !isCut) return value;
  throw invalid(
    `${name.slice(0, 64)} must be a text of at most ${FORM_LIMITS.fieldSize} bytes.`,
    name.slice(0, 64),
  );
}

function tooLarge(field: string, limitBytes: number): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LARGE',
    `${field} must be smaller than ${limitBytes / 1_000_000} MB (${limitBytes} bytes) in mode "sync".`,
    { field, limitBytes },
  );
}

function invalid(message: string, field: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field });
}

const LIMIT_CODES = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** The parser calls a broken form an error of the server; it is the caller's. */
function asUploadError(error: unknown): SpeechError {
  if (SpeechError.is(error)) return error;
  const isLimit = LIMIT_CODES.has(String((error as { code?: unknown }).code));
  const message = isLimit
    ? `The form has too many parts: one file and at most ${FORM_LIMITS.fields} fields are taken.`
    : 'The body is not a well-formed multipart/form-data form.';
  return new SpeechError('INVALID_INPUT', message, {}, { cause: error });
}
