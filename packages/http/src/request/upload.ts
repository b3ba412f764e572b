import type { IncomingMessage } from 'node:http';
import type { MultipartFile } from '@fastify/multipart';
import { abortable, SpeechError, type UploadFloor } from '@parlance/core';
import type { FastifyRequest } from 'fastify';
import { watchPace } from './upload-pace.ts';

/** Far above what an honest form needs, far below what would hurt. */
const FORM_LIMITS = {
  files: 1,
  fields: 8,
  parts: 10,
  fieldSize: 2048,
  fieldNameSize: 64,
  headerPairs: 32,
} as const;

/** What a form consists of, in the order of its bytes. */
export type FormPart =
  | { readonly type: 'field'; readonly name: string; readonly value: string }
  | { readonly type: 'file-start' }
  | { readonly type: 'file-piece'; readonly bytes: Uint8Array };

export interface UploadRules {
  /** The one field that may hold a file. */
  readonly fileField: string;
  /** A file of this many bytes is refused. */
  readonly fileBytes: number;
  readonly floor: UploadFloor;
}

/**
 * Reads a multipart form as it arrives, no faster than it is consumed. Whatever is wrong with it is thrown as soon as it is seen,
 * with the rest unread; so is leaving the loop early.
 *
 * @throws SpeechError `AUDIO_TOO_LARGE`, `INVALID_INPUT`, `ABORTED` when the client leaves
 */
export async function* readForm(
  request: FastifyRequest,
  rules: UploadRules,
): AsyncGenerator<FormPart, void, undefined> {
  const pace = watchPace(request.raw, rules.floor);
  try {
    yield* abortable(readParts(request, rules), pace.signal, ({ reason }) => reason);
  } catch (error) {
    throw asUploadError(error, request.raw);
  } finally {
    pace.stop();
  }
}

async function* readParts(
  request: FastifyRequest,
  { fileField, fileBytes }: UploadRules,
): AsyncGenerator<FormPart, void, undefined> {
  const seen = new Set<string>();
  for await (const part of request.parts({ limits: { ...FORM_LIMITS, fileSize: fileBytes } })) {
    if (part.type === 'file') {
      yield { type: 'file-start' };
      yield* readFile(part, fileField, fileBytes);
      continue;
    }
    const name = part.fieldname;
    const value = textOf(name, part.value, part.valueTruncated);
    if (name === fileField) throw invalid(`${fileField} must be a file.`, fileField);
    if (seen.has(name)) throw invalid(`${name} must be given once.`, name);
    seen.add(name);
    yield { type: 'field', name, value };
  }
}

async function* readFile(
  part: MultipartFile,
  fileField: string,
  fileBytes: number,
): AsyncGenerator<FormPart, void, undefined> {
  if (part.fieldname !== fileField) throw invalid(`The file must be in the field ${fileField}.`, fileField);
  let sizeBytes = 0;
  for await (const bytes of part.file as AsyncIterable<Buffer>) {
    sizeBytes += bytes.byteLength;
    if (sizeBytes >= fileBytes) throw fileTooLarge(fileField, fileBytes);
    yield { type: 'file-piece', bytes };
  }
}

function textOf(name: string, value: unknown, isCut: boolean): string {
  if (typeof value === 'string' && !isCut) return value;
  throw invalid(
    `${name.slice(0, 64)} must be a text of at most ${FORM_LIMITS.fieldSize} bytes.`,
    name.slice(0, 64),
  );
}

/** @param where says when the limit holds, when it does not always */
export function fileTooLarge(field: string, limitBytes: number, where = ''): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LARGE',
    `${field} must be smaller than ${limitBytes / 1_000_000} MB (${limitBytes} bytes)${where}.`,
    { field, limitBytes },
  );
}

function invalid(message: string, field: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field });
}

const LIMIT_CODES = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** The parser calls a broken form an error of the server; it is the caller's. */
function asUploadError(error: unknown, { complete, destroyed }: IncomingMessage): SpeechError {
  if (SpeechError.is(error)) return error;
  if (destroyed && !complete) return SpeechError.aborted();
  const code = String((error as { code?: unknown }).code);
  const message = LIMIT_CODES.has(code)
    ? `The form has too many parts: one file and at most ${FORM_LIMITS.fields} fields are taken.`
    : 'The body is not a well-formed multipart/form-data form.';
  return new SpeechError('INVALID_INPUT', message, {}, { cause: error });
}
