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
  /** Text fields that are known, by name; of a stream those that came before it is read on. */
  readonly fields: Readonly<Record<string, string>>;
  readonly webhookUrl: Late<string | undefined>;
  readonly words: Late<boolean | undefined>;
  readonly channels: Late<ChannelChoice | undefined>;
  readonly language: Late<string | undefined>;
  readonly vocabulary: Late<readonly VocabularyTerm[] | undefined>;
  /** Of everything in the form; `undefined` when the reader was not told to hash. */
  readonly bodyHash: Late<string> | undefined;
}

/** A form that was read to its end. */
export interface WholeUpload extends UploadFacts {
  readonly type: 'whole';
  readonly mode: 'async' | 'sync';
  /** `undefined` when the form has no file. */
  readonly wav: Uint8Array | undefined;
  /** `undefined` when it has one, or no address either. */
  readonly audioUrl: string | undefined;
}

/** A form of mode `async` whose file still comes in. What is behind the file is known when `wav` has ended. */
export interface StreamedUpload extends UploadFacts {
  readonly type: 'stream';
  /** To be read once, to its end. Throws whatever is wrong with the form, its last field included. */
  readonly wav: AsyncIterable<Uint8Array>;
  /** What `wav` threw: the cause of whatever its reader makes of it. */
  failure(): SpeechError | undefined;
}

export interface UploadOptions {
  readonly isHashed: boolean;
  /**
   * Whether the fields so far tell who calls; before that no file is handed on.
   *
   * @throws SpeechError `UNAUTHORIZED` when they tell of somebody who may not
   */
  readonly knowsCaller: (fields: UploadFacts['fields']) => Promise<boolean>;
  /** The refusal of an upload that ended, or grew too large to wait, without telling who calls. */
  readonly unknownCaller: () => SpeechError;
}

/**
 * Reads the form of Create transcript until it is clear what becomes of it. A file of mode `async` is handed on while it comes
 * in; one whose mode is not known yet is held in memory for as long as it may be of mode `sync`.
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
    // Who calls goes before what they ask.
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

/** Takes the pieces out as they are handed on, so that memory holds none twice. */
function* taken(held: Uint8Array[]): Generator<Uint8Array, void, undefined> {
  for (let piece = held.shift(); piece !== undefined; piece = held.shift()) yield piece;
}

function late<Value>(end: Promise<void>, value: () => Value): Promise<Value> {
  const known = end.then(value);
  // Nobody asks for it when the upload failed.
  known.catch(() => undefined);
  return known;
}
