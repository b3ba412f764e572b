import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';
import type { Late } from '@parlance/core/requests';
import { modeInput } from '@parlance/core/synthesis';
import { type ChannelChoice, transcriptionForm } from '@parlance/core/transcription';
import type { VocabularyTerm } from '@parlance/core/vocabulary';
import type { FormReader } from './form-reader.ts';

const { liveFileBytes } = LIMITS.transcription;
const optionsForm = transcriptionForm.pick({
  webhookUrl: true,
  words: true,
  channels: true,
  language: true,
  vocabulary: true,
});

interface UploadFacts {
  /** Known text fields, by name; for a stream, those that precede the file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly webhookUrl: Late<string | undefined>;
  readonly words: Late<boolean | undefined>;
  readonly channels: Late<ChannelChoice | undefined>;
  readonly language: Late<string | undefined>;
  readonly vocabulary: Late<readonly VocabularyTerm[] | undefined>;
  /** Hash of everything in the form; `undefined` if hashing was not requested. */
  readonly bodyHash: Late<string> | undefined;
}

/** A form that was read to its end. */
export interface WholeUpload extends UploadFacts {
  readonly type: 'whole';
  readonly mode: 'async' | 'sync';
  /** `undefined` if the form has no file. */
  readonly wav: Uint8Array | undefined;
  /** `undefined` if the form has a file, or no address either. */
  readonly audioUrl: string | undefined;
}

/** A form of mode `async` whose file is still arriving. Fields after the file are known when `wav` has ended. */
export interface StreamedUpload extends UploadFacts {
  readonly type: 'stream';
  /** Must be read once, to its end. Throws the errors of the form, including its last field. */
  readonly wav: AsyncIterable<Uint8Array>;
  /** The error that `wav` threw, which is the cause of its reader's error. */
  failure(): SpeechError | undefined;
}

export interface UploadOptions {
  readonly isHashed: boolean;
  /**
   * Whether the fields so far identify the caller; before that no file is streamed.
   *
   * @throws SpeechError `UNAUTHORIZED` if they identify a caller who is not allowed
   */
  readonly knowsCaller: (fields: UploadFacts['fields']) => Promise<boolean>;
  /** The error for an upload that ended, or became too large to be held, without identifying the caller. */
  readonly unknownCaller: () => SpeechError;
}

/**
 * Reads the form of Create transcript until it is clear how to handle it. A file of mode `async` is streamed while it arrives;
 * if the mode is not known yet, the file is held in memory for as long as it may be of mode `sync`.
 *
 * @throws SpeechError `INVALID_INPUT`, `AUDIO_TOO_LARGE`, `UNAUTHORIZED`, `ABORTED`
 */
export async function readRecordingUpload(
  form: FormReader,
  options: UploadOptions,
): Promise<WholeUpload | StreamedUpload> {
  try {
    while (await form.next()) {
      if (form.held.length > 0 && (await isToBeHandedOn(form, options))) return asStream(form, options);
    }
    // The caller is checked before the request.
    if (!(await options.knowsCaller(form.fields))) throw options.unknownCaller();
    return asWhole(form, options);
  } catch (error) {
    await form.close();
    throw error;
  }
}

async function isToBeHandedOn(form: FormReader, options: UploadOptions): Promise<boolean> {
  const isLarge = form.fileBytes >= liveFileBytes;
  if (form.fields.mode !== 'async' && !isLarge) return false;
  const isKnown = await options.knowsCaller(form.fields);
  if (isLarge && !isKnown) throw options.unknownCaller();
  return isKnown;
}

function asWhole(form: FormReader, { isHashed }: UploadOptions): WholeUpload {
  const { mode } = parseInput(modeInput, form.fields);
  const { webhookUrl, words, channels, language, vocabulary } = parseInput(optionsForm, form.fields);
  return {
    type: 'whole',
    mode,
    fields: form.fields,
    wav: form.hasFile ? Buffer.concat(form.held.splice(0), form.fileBytes) : undefined,
    audioUrl: form.hasFile ? undefined : form.audioUrl(),
    webhookUrl,
    words,
    channels,
    language,
    vocabulary,
    bodyHash: isHashed ? form.bodyHash() : undefined,
  };
}

function asStream(form: FormReader, { isHashed }: UploadOptions): StreamedUpload {
  const end = Promise.withResolvers<void>();
  let failure: SpeechError | undefined;
  async function* wav(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      do yield* taken(form.held);
      while (await form.next());
      parseInput(modeInput, form.fields);
      end.resolve();
    } catch (error) {
      failure = SpeechError.from(error);
      throw failure;
    } finally {
      end.reject(failure ?? SpeechError.aborted());
      await form.close();
    }
  }
  const options = () => parseInput(optionsForm, form.fields);
  const webhookUrl = (): string | undefined => options().webhookUrl;
  return {
    type: 'stream',
    fields: form.fields,
    wav: wav(),
    webhookUrl: webhookUrl() ?? late(end.promise, webhookUrl),
    words: late(end.promise, () => options().words),
    channels: late(end.promise, () => options().channels),
    language: late(end.promise, () => options().language),
    vocabulary: late(end.promise, () => options().vocabulary),
    bodyHash: isHashed ? late(end.promise, form.bodyHash) : undefined,
    failure: () => failure,
  };
}

/** Removes the chunks as they are yielded, so that none is in memory twice. */
function* taken(held: Uint8Array[]): Generator<Uint8Array, void, undefined> {
  for (let piece = held.shift(); piece !== undefined; piece = held.shift()) yield piece;
}

function late<Value>(end: Promise<void>, value: () => Value): Promise<Value> {
  const known = end.then(value);
  // If the upload failed, nobody awaits it.
  known.catch(() => undefined);
  return known;
}
