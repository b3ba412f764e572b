import { encodeG711 } from '@parlance/core/audio';
import {
  type CallOptions,
  type Line,
  LiveCall,
  otherParameters,
  parseCallSettings,
} from '@parlance/core/call';
import { SpeechError } from '@parlance/core/errors';
import type { SessionCloseCode } from '@parlance/core/session';
import { SOCKET_LIMITS, type SocketConnection, type SocketHandler } from '@parlance/sockets';
import { decodePayload, parseTwilioEvent, type TwilioEvent } from './twilio-event.ts';

/** The maximum length of the reason in a close frame. */
const MAX_REASON_BYTES = 123;

/** A media stream of Twilio. A violation of the protocol ends it. */
export class TwilioConnection implements SocketHandler, Line {
  /** Twilio buffers audio that arrives early, and drops it at `clear`. */
  readonly leadMs = 2000;
  readonly pieceMs = 100;
  readonly session: LiveCall;
  readonly #connection: SocketConnection;
  #streamSid = '';

  constructor(options: CallOptions, connection: SocketConnection) {
    this.#connection = connection;
    this.session = new LiveCall(options, this);
  }

  get errorCode(): string | undefined {
    return this.session.errorCode;
  }

  receive(content: Buffer, isBinary: boolean): void {
    try {
      if (isBinary) throw new SpeechError('INVALID_INPUT', 'Messages must be text.');
      const event = parseTwilioEvent(content.toString());
      if (event !== undefined) this.#handle(event);
    } catch (error) {
      this.session.refuse(SpeechError.from(error));
    }
  }

  refuseOversize(): void {
    const message = `A message has more than ${SOCKET_LIMITS.maxPayload} bytes.`;
    this.session.refuse(new SpeechError('INVALID_INPUT', message));
  }

  #handle(event: TwilioEvent): void {
    if (this.session.hasStarted === (event.event === 'start')) throw unexpected(event.event);
    switch (event.event) {
      case 'start':
        this.#begin(event.start);
        return;
      case 'media':
        // A stream with both tracks also contains the audio to the caller.
        if (event.media.track === 'inbound') this.session.hear(decodePayload(event.media.payload));
        return;
      case 'dtmf':
        this.session.press(event.dtmf.digit);
        return;
      case 'mark':
        this.session.reached(event.mark.name);
        return;
      case 'stop':
        this.session.hangUp();
    }
  }

  #begin({ streamSid, callSid, customParameters }: Extract<TwilioEvent, { event: 'start' }>['start']): void {
    const { token, ...parameters } = customParameters;
    this.#streamSid = streamSid;
    this.session.begin({
      callId: callSid,
      credentials: async () => ({ token, appId: undefined, isAppImplied: true }),
      settings: parseCallSettings(parameters),
      parameters: otherParameters(parameters),
    });
  }

  play(pcm: Uint8Array): void {
    const payload = Buffer.from(encodeG711('mu-law', pcm)).toString('base64');
    this.#send('media', { media: { payload } });
  }

  mark(name: string): void {
    this.#send('mark', { mark: { name } });
  }

  clear(): void {
    this.#send('clear', {});
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  close(code: SessionCloseCode, reason: string): void {
    this.#connection.close(code, cutToBytes(reason, MAX_REASON_BYTES));
  }

  #send(event: string, members: object): void {
    this.#connection.send({ event, streamSid: this.#streamSid, ...members });
  }
}

function unexpected(event: string): SpeechError {
  const reason = event === 'start' ? 'the call has started' : 'start is missing';
  return new SpeechError('INVALID_INPUT', `${event} is not expected: ${reason}.`, { field: 'event' });
}

/** @returns the beginning of a text, with at most so many bytes in UTF-8 */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
