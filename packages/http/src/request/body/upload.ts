import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import { recordingTooLarge } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import type { UploadFloor } from '@parlance/core/scheduling';
import type { FastifyRequest } from 'fastify';
import { readWatched } from '../../kit/bodies/form-watch.ts';

/** Far above what an ordinary form needs, and far below what would do harm. */
const FORM_LIMITS = {
  parts: 100,
  fieldSize: 2048,
  headerPairs: 32,
} as const;
/** What a form may have besides its file. */
const REST_BYTES = 10_000_000;

export interface FormField {
  readonly type: 'field';
  readonly name: string;
  readonly value: string;
  /** Why the value is invalid. */
  readonly fault: SpeechError | undefined;
}

/** The parts of a form, in the order of its bytes. `other` is an unexpected part, a text or a file. */
export type FormPart =
  | FormField
  | { readonly type: 'file-start' }
  | { readonly type: 'file-piece'; readonly bytes: Uint8Array }
  | { readonly type: 'other-start'; readonly name: string }
  | { readonly type: 'other-piece'; readonly bytes: Uint8Array };

export interface UploadRules {
  /** The only field whose file is accepted. */
  readonly fileField: string;
  readonly textFields: ReadonlySet<string>;
  /** The size must be below this: a file of exactly this many bytes is refused. */
  readonly fileBytes: number;
  readonly floor: UploadFloor;
}

/**
 * Reads a multipart form as it arrives, no faster than it is consumed. An error that makes the whole form invalid is thrown as soon as it is
 * found, and the rest stays unread; the same is true if the loop is left early.
 *
 * @throws SpeechError `AUDIO_TOO_LARGE`, `INVALID_INPUT`, `ABORTED` if the client leaves
 */
export function readForm(
  request: FastifyRequest,
  rules: UploadRules,
): AsyncGenerator<FormPart, void, undefined> {
  const limits = { maxBytes: rules.fileBytes + REST_BYTES, maxParts: FORM_LIMITS.parts, floor: rules.floor };
  return readWatched(request, limits, () => readParts(request, rules));
}

async function* readParts(
  request: FastifyRequest,
  rules: UploadRules,
): AsyncGenerator<FormPart, void, undefined> {
  const seen = new Set<string>();
  const parts = request.parts({
    // The parser would read a file that is too large to its end, and then report it as malformed.
    limits: { ...FORM_LIMITS, fileSize: Number.POSITIVE_INFINITY },
    // Everything except known texts arrives as streams, so that nothing of skipped parts is kept.
    isPartAFile: (name) => name === undefined || !rules.textFields.has(name),
  });
  for await (const part of parts) {
    if (part.type === 'field') yield fieldOf(part, seen);
    else if (part.fieldname === rules.fileField) yield* readFile(part, rules, seen);
    else yield* readOther(part);
  }
}

async function* readFile(
  part: MultipartFile,
  { fileField, fileBytes }: UploadRules,
  seen: Set<string>,
): AsyncGenerator<FormPart, void, undefined> {
  if (part.filename === undefined && part.mimetype !== 'application/octet-stream') {
    throw invalid(`${fileField} must be a file.`, fileField);
  }
  const start = (): FormPart => {
    if (seen.has(fileField))
      throw invalid(`The form has too many parts: ${fileField} takes one file.`, fileField);
    seen.add(fileField);
    return { type: 'file-start' };
  };
  let sizeBytes = 0;
  for await (const bytes of part.file as AsyncIterable<Buffer>) {
    if (sizeBytes === 0) yield start();
    sizeBytes += bytes.byteLength;
    if (sizeBytes >= fileBytes) throw recordingTooLarge(fileField, fileBytes);
    yield { type: 'file-piece', bytes };
  }
  // A part with neither a name nor bytes is what a browser sends if no file was chosen.
  if (sizeBytes === 0 && part.filename) yield start();
}

async function* readOther({ fieldname, file }: MultipartFile): AsyncGenerator<FormPart, void, undefined> {
  yield { type: 'other-start', name: fieldname };
  for await (const bytes of file as AsyncIterable<Buffer>) yield { type: 'other-piece', bytes };
}

function fieldOf({ fieldname: name, value, valueTruncated }: MultipartValue, seen: Set<string>): FormField {
  const isRepeated = seen.has(name);
  seen.add(name);
  if (typeof value !== 'string' || valueTruncated) {
    const fault = invalid(`${name} must be a text of at most ${FORM_LIMITS.fieldSize} bytes.`, name);
    return { type: 'field', name, value: '', fault };
  }
  const fault = isRepeated ? invalid(`${name} must be given once.`, name) : undefined;
  return { type: 'field', name, value, fault };
}

function invalid(message: string, field: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message, { field });
}
