import { recordingTooLarge } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';
import type { UploadFloor } from '@parlance/core/scheduling';
import { modeInput } from '@parlance/core/synthesis';
import { transcriptionForm } from '@parlance/core/transcription';
import type { FastifyRequest } from 'fastify';
import { createFormHash } from './form-hash.ts';
import { type FormField, readForm } from './upload.ts';

const FILE_FIELD = 'audioContent';
const { liveFileBytes, batchFileBytes } = LIMITS.transcription;
const addressForm = transcriptionForm.pick({ audioUrl: true });
/** Fields that are checked as they arrive, so that the file of an invalid request is not read. */
const earlyForm = transcriptionForm.omit({ audioUrl: true }).extend(modeInput.shape).partial();
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(modeInput.shape),
  ...Object.keys(transcriptionForm.shape),
  'app_id',
  'appId',
]);

/** Reads the form of Create transcript as it arrives. */
export interface FormReader {
  /** Known text fields so far. */
  readonly fields: Readonly<Record<string, string>>;
  /** Chunks of the file that have not been taken yet. */
  readonly held: Uint8Array[];
  readonly hasFile: boolean;
  /** Bytes of the file so far. */
  readonly fileBytes: number;
  /**
   * Reads the next part.
   *
   * @returns whether there was one; if not, the form is complete
   * @throws SpeechError see {@link readForm}, and the fault of an invalid field
   */
  next(): Promise<boolean>;
  /**
   * The recording's address in a form that was read to its end. Must not be called if there is a file, because then the field may be
   * anything.
   *
   * @throws SpeechError `INVALID_INPUT`
   */
  audioUrl(): string | undefined;
  /** Hash of everything in the form, hexadecimal; only after the end, and if hashing was requested. */
  bodyHash(): string;
  /** Leaves the rest unread. Safe after the end. */
  close(): Promise<void>;
}

export function createFormReader(
  request: FastifyRequest,
  { floor, isHashed }: { readonly floor: UploadFloor; readonly isHashed: boolean },
): FormReader {
  const parts = readForm(request, {
    fileField: FILE_FIELD,
    textFields: TEXT_FIELDS,
    fileBytes: batchFileBytes,
    floor,
  });
  const fields: Record<string, string> = Object.create(null);
  const held: Uint8Array[] = [];
  const hash = isHashed ? createFormHash() : undefined;
  let audioUrlFault: SpeechError | undefined;
  let hasFile = false;
  let fileBytes = 0;
  const takeField = ({ name, value, fault }: FormField): void => {
    if (fault !== undefined && name !== 'audioUrl') throw fault;
    audioUrlFault ??= fault;
    parseInput(earlyForm, { [name]: value });
    fields[name] = value;
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
      hash?.add(part);
      if (part.type === 'field') takeField(part);
      if (part.type === 'file-start') hasFile = true;
      if (part.type === 'file-piece') {
        fileBytes += part.bytes.byteLength;
        held.push(part.bytes);
      }
      if (fields.mode === 'sync' && fileBytes >= liveFileBytes) {
        throw recordingTooLarge(FILE_FIELD, liveFileBytes, ' in mode "sync"');
      }
      return true;
    },
    audioUrl() {
      if (audioUrlFault !== undefined) throw audioUrlFault;
      return parseInput(addressForm, fields).audioUrl;
    },
    bodyHash() {
      if (hash === undefined)
        throw new SpeechError('INTERNAL', 'The reader of this form was not told to hash.');
      return hash.digest(fields);
    },
    close: async () => void (await parts.return()),
  };
}
