import type { Socket } from 'node:net';
import { PCM_BYTES_PER_SAMPLE } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { issueToken } from '@parlance/core/service';
import type { TcpConnection } from '@parlance/sockets';
import type { CallSettings } from '../call/call-settings.ts';
import type { Line } from '../call/line.ts';
import { LiveCall } from '../call/live-call.ts';
import { FRAME, type Frame, FrameReader, frameBytes, uuidOf } from './audio-socket-frame.ts';
import type { AudioSocketOptions } from './create-audio-socket-server.ts';

/** Asterisk sends audio all the time, silence included. */
const IDLE_TIMEOUT_MS = 30_000;
/** Unsent bytes above which Asterisk is given up: a minute of audio. */
const GIVE_UP_ABOVE_BYTES = 960_000;

/** With the settings of every call parsed. */
export type AudioSocketCallOptions = Omit<AudioSocketOptions, 'settings'> & {
  readonly settings: CallSettings;
};

/** One call of Asterisk. What breaks the protocol ends it. */
export class AudioSocketConnection implements TcpConnection, Line {
  /** Asterisk plays what comes when it comes, and drops nothing that it has. */
  readonly leadMs = 60;
  readonly pieceMs = 20;
  readonly ended: Promise<void>;
  readonly #options: AudioSocketCallOptions;
  readonly #socket: Socket;
  readonly #call: LiveCall;
  readonly #frames = new FrameReader();

  constructor(options: AudioSocketCallOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    this.#call = new LiveCall(options, this);
    this.ended = this.#call.ended;
    socket.setNoDelay(true);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (bytes) => this.#read(bytes));
    socket.on('end', () => this.#call.leave());
    socket.once('close', () => this.#call.leave());
  }

  get errorCode(): string | undefined {
    return this.#call.errorCode;
  }

  /** Calls end when their callers hang up. */
  drain(): void {}

  stop(error: SpeechError): void {
    this.#call.stop(error);
  }

  play(pcm: Uint8Array): void {
    this.#write(FRAME.audio, pcm);
  }

  mark(name: string): void {
    this.#call.reached(name);
  }

  clear(): void {}

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#write(FRAME.hangUp);
    // What still comes is dropped, or closing would throw the last frame away.
    this.#socket.resume();
    this.#socket.end(() => this.#socket.destroySoon());
  }

  #read(bytes: Buffer): void {
    try {
      for (const frame of this.#frames.push(bytes)) {
        if (this.#socket.writableEnded) return;
        this.#handle(frame);
      }
    } catch (error) {
      this.#call.refuse(SpeechError.from(error));
    }
  }

  #handle({ type, payload }: Frame): void {
    const isFirst = type === FRAME.uuid;
    if (this.#call.hasStarted === isFirst)
      throw invalid(isFirst ? 'The UUID came twice.' : 'The first frame must be the UUID of the call.');
    if (isFirst) this.#begin(uuidOf(payload));
    else if (type === FRAME.audio) this.#hear(payload);
    else if (type === FRAME.digit) this.#call.press(payload.toString('latin1', 0, 1));
    else if (type === FRAME.hangUp || type === FRAME.error) this.#call.hangUp();
    else if (type > FRAME.audio && type <= FRAME.lastAudio)
      throw invalid('Audio must have 8 kHz: set the format of the channel to slin.');
    else throw invalid(`Frames of type 0x${type.toString(16)} are not known.`);
  }

  #hear(pcm: Buffer): void {
    if (pcm.length % PCM_BYTES_PER_SAMPLE !== 0)
      throw invalid(`A frame has ${pcm.length} bytes of audio; 16-bit samples need an even number.`);
    // A copy: the call may keep it for a while, and with it all that was read at once.
    this.#call.hear(Uint8Array.from(pcm));
  }

  #begin(callId: string): void {
    const { service, appId, settings } = this.#options;
    this.#call.begin({
      callId,
      credentials: async () => ({
        token: await issueToken(service, appId),
        appId: undefined,
        isAppImplied: true,
      }),
      settings,
      parameters: {},
    });
  }

  #write(type: number, payload?: Uint8Array): void {
    if (this.#socket.writableEnded || this.#socket.destroyed) return;
    this.#socket.write(frameBytes(type, payload));
    if (this.#socket.writableLength > GIVE_UP_ABOVE_BYTES) this.#socket.destroy();
  }
}

function invalid(message: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message);
}
