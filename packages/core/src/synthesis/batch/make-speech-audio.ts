import { encodePcm16Pieces } from '../../audio/pcm-format.ts';
import type { SynthesisEngine } from '../../engine/synthesis-engine.ts';
import { mannerOf } from '../../engine/unit-manner.ts';
import type { Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { SynthesisRecord, SynthesizedAudio } from '../../requests/records/synthesis-record.ts';
import type { Script } from '../../ssml/delivery.ts';
import type { ReadingForm } from '../../text/reading-form.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import { countChars } from '../../text/speakable.ts';
import { fingerprintOf } from '../../text/text-fingerprint.ts';
import { resultName } from '../results/audio-links.ts';
import { castSpeakers } from '../speech/cast-speakers.ts';
import { planScript } from '../speech/plan-script.ts';
import { segmentsOf, speakSegments } from '../speech/speak-segments.ts';
import { type Speaker, speakerOf, type UnitOrder } from '../speech/speech-units.ts';
import { notSpeakable } from '../speech/synthesize-speech.ts';
import { JobWords } from './job-words.ts';
import { openSpeechFile, requireRoom, type SpeechFile } from './speech-file.ts';
import {
  type Checkpoint,
  checkpointPcm,
  readCheckpoints,
  removeCheckpoints,
  type SynthesisPosition,
  writeCheckpoint,
} from './synthesis-checkpoints.ts';
import type { SynthesisWork } from './synthesis-work.ts';

export interface MakeSpeechAudioOptions {
  readonly voice: Voice;
  /** The parsed text, if it is SSML. */
  readonly script?: Script | undefined;
  /** How the vocabulary's terms are read. */
  readonly terms?: readonly ReadingForm[] | undefined;
  readonly signal: AbortSignal;
  /** Called at each checkpoint with the number of code points whose audio is stored. If it throws, the work ends. */
  readonly onProgress: (doneCharacters: number) => Promise<void>;
}

/** The minimum length of a checkpoint, in seconds of audio. */
const CHECKPOINT_SECONDS = 20;
/**
 * A voice sixty times faster than real time would have three checkpoints a second, each with a sync and a transaction.
 * So the interval between two is at least this long, which is also about how much work a kill costs.
 */
const CHECKPOINT_EVERY_MS = 2000;
/** How much audio is buffered in memory at most, however fast the voice, in seconds. */
const MAX_CHECKPOINT_SECONDS = 120;
const START: SynthesisPosition = {
  segments: 0,
  fingerprint: fingerprintOf(''),
  characters: 0,
  samples: 0,
  leadSamples: 0,
};

/**
 * Synthesizes a request's whole text into `results/<requestId>.<extension>`, in bounded memory. Checkpoints are stored in
 * `work/<requestId>/`: started again after a kill, it continues after the last of them, and makes the same file as
 * without the kill, byte for byte if the engine is deterministic.
 *
 * @throws SpeechError `AUDIO_FORMAT_NOT_AVAILABLE`, `TEXT_NOT_SPEAKABLE`, `AUDIO_TOO_LONG`, `ABORTED`, or what engine, store
 * and `onProgress` throw
 */
export async function makeSpeechAudio(
  work: SynthesisWork,
  record: SynthesisRecord,
  options: MakeSpeechAudioOptions,
): Promise<SynthesizedAudio> {
  if (record.format.container === 'pcm') {
    // The legacy body has no mode.
    const where = record.kind === 'legacy' ? 'here' : 'in mode "async"';
    throw new SpeechError(
      'AUDIO_FORMAT_NOT_AVAILABLE',
      `outputFormat "pcm" is not available ${where}; use mp3 or wav.`,
      { field: 'outputFormat' },
    );
  }
  const making = new SpeechMaking(work, record, options);
  try {
    return await making.run();
  } finally {
    await making.close();
  }
}

class SpeechMaking {
  readonly #work: SynthesisWork;
  readonly #record: SynthesisRecord;
  readonly #options: MakeSpeechAudioOptions;
  readonly #engine: SynthesisEngine;
  readonly #speakers: ReadonlyMap<string, Speaker> | undefined;
  readonly #held: readonly ((() => void) | undefined)[];
  #checkpoints: Checkpoint[] = [];
  #position = START;
  /** Finished audio after the last checkpoint, as 16-bit PCM. */
  #pending: Uint8Array[] = [];
  /** When the last checkpoint was stored, or synthesis began. */
  #keptAtMs = 0;
  #file: SpeechFile | undefined;
  /** Present if the times of words are requested. */
  readonly #words: JobWords | undefined;

  constructor(work: SynthesisWork, record: SynthesisRecord, options: MakeSpeechAudioOptions) {
    this.#work = work;
    this.#record = record;
    this.#options = options;
    this.#engine = work.engineOf(options.voice);
    const { script, voice } = options;
    this.#speakers = script && castSpeakers(work, script, voice);
    const others = [...(this.#speakers?.values() ?? [])].map(({ engine }) => engine);
    this.#held = [this.#engine, ...others].map((engine) => engine.hold?.());
    if (record.timings !== null) this.#words = this.#openWords();
  }

  async run(): Promise<SynthesizedAudio> {
    const segments = await this.#resume();
    requireRoom(this.#record.format, this.#seconds);
    const file = await this.#openFile();
    await this.#speak(segments, file);
    if (this.#position.samples === 0) throw notSpeakable(this.#options.voice);
    this.#refuseAborted();
    const words = await this.#words?.finish();
    this.#refuseAborted();
    const bytes = await file.commit();
    return {
      ...{ objectName: this.#objectName, bytes, durationSeconds: this.#seconds },
      ...(words === undefined ? {} : { words }),
    };
  }

  async close(): Promise<void> {
    for (const letGo of this.#held) letGo?.();
    await this.#file?.discard();
  }

  /** Skips what is finished. @returns the remaining segments */
  async #resume(): Promise<Iterator<SpeechSegment>> {
    const { audio } = this.#work;
    const { requestId } = this.#record;
    const { voice } = this.#options;
    const found = await readCheckpoints(audio, requestId, voice.nativeRateHz);
    const usable = (await this.#words?.resume(found)) ?? found;
    const last = usable.at(-1);
    const segments = this.#plan();
    if (last === undefined) return segments;
    let position = START;
    while (position.segments < last.to.segments) {
      const next = segments.next();
      if (next.done === true) break;
      position = { ...position, ...this.#countedWith(position, next.value) };
      this.#words?.skip(next.value.text);
    }
    if (position.fingerprint !== last.to.fingerprint || position.segments !== last.to.segments) {
      // Another version of this program divides the text differently, so the checkpoints no longer match.
      await removeCheckpoints(audio, requestId);
      this.#words?.restart();
      return this.#plan();
    }
    this.#checkpoints = [...usable];
    this.#position = last.to;
    return segments;
  }

  #plan(): Iterator<SpeechSegment> {
    const { text, clientPause } = this.#record;
    const { voice, script } = this.#options;
    const plan = { latency: 'natural', pauses: clientPause ?? undefined } as const;
    if (script === undefined) return segmentsOf(this.#engine, voice, { ...plan, text });
    return planScript({ ...plan, script, voice, engineOf: this.#work.engineOf });
  }

  #openWords(): JobWords {
    const { audio, alignerFor = () => undefined, normalizeText = true } = this.#work;
    const { requestId, appId, text } = this.#record;
    const { script, terms, signal } = this.#options;
    return new JobWords({
      ...{ audio, alignerFor, normalizeText, terms, requestId, appId, signal },
      text: script?.text ?? text,
    });
  }

  #unitOrder(): UnitOrder {
    return {
      voice: this.#options.voice,
      speakers: this.#speakers,
      ...mannerOf(this.#record),
      normalizeText: this.#work.normalizeText,
      terms: this.#options.terms,
    };
  }

  #countedWith(position: SynthesisPosition, segment: SpeechSegment) {
    return {
      segments: position.segments + 1,
      fingerprint: fingerprintOf(JSON.stringify(segment), position.fingerprint),
      characters: Math.min(position.characters + countChars(segment.text), this.#record.characters),
    };
  }

  /** Opens the file and writes the audio of the checkpoints. */
  async #openFile(): Promise<SpeechFile> {
    const { requestId, format } = this.#record;
    const file = await openSpeechFile(this.#work, {
      objectName: this.#objectName,
      format,
      sampleRateHz: this.#options.voice.nativeRateHz,
    });
    this.#file = file;
    for (const checkpoint of this.#checkpoints) {
      for await (const pcm of checkpointPcm(this.#work.audio, requestId, checkpoint)) {
        this.#refuseAborted();
        await file.write(pcm);
      }
    }
    return file;
  }

  get #objectName(): string {
    return resultName(this.#record.requestId, this.#record.format.container);
  }

  get #seconds(): number {
    return this.#position.samples / this.#options.voice.nativeRateHz;
  }

  async #speak(segments: Iterator<SpeechSegment>, file: SpeechFile): Promise<void> {
    const { signal, voice } = this.#options;
    const lead = this.#position.leadSamples ?? Number.POSITIVE_INFINITY;
    const parts = speakSegments(this.#engine, { [Symbol.iterator]: () => segments }, this.#unitOrder(), {
      signal,
      lane: 'batch',
      turn: this.#record.appId,
      leadSamples: lead,
      keepsSpoken: this.#words !== undefined,
    });
    this.#keptAtMs = this.#work.clock.monotonicMs();
    let samples = this.#position.samples;
    let pieces: Float32Array[] = [];
    let segmentSamples = samples;
    for await (const part of parts) {
      if (part.type === 'segment-start') segmentSamples = samples;
      if (part.type === 'segment-audio') {
        samples += part.samples.length;
        pieces.push(part.samples);
      }
      if (part.type !== 'segment-end') continue;
      await this.#take(pieces, file);
      pieces = [];
      const { leadSamples, segment, spoken } = part;
      if (spoken !== undefined) {
        const speaker = speakerOf(segment, this.#unitOrder()) ?? { voice, engine: this.#engine };
        this.#words?.add({
          ...{ text: segment.text, voice: speaker.voice, engine: speaker.engine, samples: spoken },
          ...{ sampleRateHz: voice.nativeRateHz, startSeconds: segmentSamples / voice.nativeRateHz },
        });
      }
      this.#position = {
        ...this.#countedWith(this.#position, segment),
        samples,
        leadSamples: leadSamples === Number.POSITIVE_INFINITY ? null : leadSamples,
      };
      requireRoom(this.#record.format, this.#seconds);
      if (this.#isCheckpointDue()) await this.#keepCheckpoint();
    }
    this.#refuseAborted();
  }

  /** Encodes exactly what a checkpoint would contain, so that a restart changes nothing. */
  async #take(pieces: readonly Float32Array[], file: SpeechFile): Promise<void> {
    const pcm = encodePcm16Pieces(pieces);
    if (pcm.length === 0) return;
    this.#pending.push(pcm);
    await file.write(pcm);
  }

  #isCheckpointDue(): boolean {
    const from = this.#checkpoints.at(-1)?.to ?? START;
    const heldSeconds = (this.#position.samples - from.samples) / this.#options.voice.nativeRateHz;
    if (heldSeconds < CHECKPOINT_SECONDS) return false;
    const isEarly = this.#work.clock.monotonicMs() - this.#keptAtMs < CHECKPOINT_EVERY_MS;
    return !isEarly || heldSeconds >= MAX_CHECKPOINT_SECONDS;
  }

  async #keepCheckpoint(): Promise<void> {
    this.#refuseAborted();
    const checkpoint = {
      index: this.#checkpoints.length,
      sampleRateHz: this.#options.voice.nativeRateHz,
      from: this.#checkpoints.at(-1)?.to ?? START,
      to: this.#position,
    };
    await this.#words?.keep(checkpoint.index);
    await writeCheckpoint(this.#work.audio, this.#record.requestId, { checkpoint, pcm: this.#pending });
    this.#checkpoints.push(checkpoint);
    this.#pending = [];
    this.#keptAtMs = this.#work.clock.monotonicMs();
    this.#refuseAborted();
    await this.#options.onProgress(this.#position.characters);
  }

  #refuseAborted(): void {
    const { signal } = this.#options;
    if (signal.aborted) throw SpeechError.aborted(signal);
  }
}
