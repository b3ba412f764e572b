import { PCM_BYTES_PER_SAMPLE } from '@parlance/core/audio';
import { type CallOptions, type CallSettings, type Line, LiveCall } from '@parlance/core/call';
import { SpeechError } from '@parlance/core/errors';
import { issueToken } from '@parlance/core/service';
import type { TcpClient, TcpConnection } from '@parlance/sockets';
import { FRAME, type Frame, FrameReader, frameBytes, uuidOf } from './audio-socket-frame.ts';
import type { AudioSocketOptions } from './options.ts';

/** Options with parsed settings for calls. */
type AudioSocketCallOptions = CallOptions &
  Pick<AudioSocketOptions, 'service' | 'appId'> & { readonly settings: CallSettings };

/** A call of Asterisk. A violation of the protocol ends it. */
export class AudioSocketConnection implements TcpConnection, Line {
  /** Asterisk plays audio when it arrives, and cannot drop buffered audio. */
  readonly leadMs = 60;
  readonly pieceMs = 20;
  readonly ended: Promise<void>;
  readonly #options: AudioSocketCallOptions;
  readonly #client: TcpClient;
  readonly #call: LiveCall;
  readonly #frames = new FrameReader();

  constructor(options: AudioSocketCallOptions, client: TcpClient) {
    this.#options = options;
    this.#client = client;
    this.#call = new LiveCall(options, this);
    this.ended = this.#call.ended;
  }

  get errorCode(): string | undefined {
    return this.#call.errorCode;
  }

  receive(bytes: Buffer): void {
    try {
      for (const frame of this.#frames.push(bytes)) {
        if (!this.#client.isOpen) return;
        this.#handle(frame);
      }
    } catch (error) {
      this.#call.refuse(SpeechError.from(error));
    }
  }

  idle(): void {
    this.#client.cut();
  }

  leave(): void {
    this.#call.leave();
  }

  /** Calls end when their callers hang up. */
  drain(): void {}

  stop(error: SpeechError): void {
    this.#call.stop(error);
  }

  play(pcm: Uint8Array): void {
    void this.#client.write(frameBytes(FRAME.audio, pcm));
  }

  mark(name: string): void {
    this.#call.reached(name);
  }

  clear(): void {}

  pause(): void {
    this.#client.pause();
  }

  resume(): void {
    this.#client.resume();
  }

  close(): void {
    void this.#client.write(frameBytes(FRAME.hangUp));
    this.#client.close();
  }

  #handle({ type, payload }: Frame): void {
    const isFirst = type === FRAME.uuid;
    if (this.#call.hasStarted === isFirst)
      throw invalid(isFirst ? 'The UUID was sent twice.' : 'The first frame must be the UUID of the call.');
    if (isFirst) this.#begin(uuidOf(payload));
    else if (type === FRAME.audio) this.#hear(payload);
    else if (type === FRAME.digit) this.#call.press(payload.toString('latin1', 0, 1));
    else if (type === FRAME.hangUp || type === FRAME.error) this.#call.hangUp();
    else if (type > FRAME.audio && type <= FRAME.lastAudio)
      throw invalid('Audio must have 8 kHz: set the format of the channel to slin.');
    else throw invalid(`Frames of type 0x${type.toString(16)} are unknown.`);
  }

  #hear(pcm: Buffer): void {
    if (pcm.length % PCM_BYTES_PER_SAMPLE !== 0)
      throw invalid(`A frame has ${pcm.length} bytes of audio; 16-bit samples need an even number.`);
    // A copy, since the call may keep it for a while, which would keep the whole buffer.
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
}

function invalid(message: string): SpeechError {
  return new SpeechError('INVALID_INPUT', message);
}
