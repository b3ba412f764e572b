import { decodeG711, PCM_BYTES_PER_SAMPLE } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import type { SpeechService } from '@parlance/core/service';
import {
  BufferedSession,
  closeCodeOf,
  decodeAudio,
  type SessionConfig,
  type SessionErrorCode,
} from '@parlance/core/session';
import { type RealtimeSettings, rateOf, sessionView, withChange } from '@parlance/openai-kit';
import { SOCKET_LIMITS, type SocketConnection, type SocketHandler } from '@parlance/sockets';
import type { RequestCredential } from '../request-credential.ts';
import { type ClientEvent, parseClientEvent } from './client-event.ts';
import { type ErrorBody, errorBody, faultBody, invalidValue } from './realtime-errors.ts';
import { Turns } from './turns.ts';

const LAWS = { 'audio/pcmu': 'mu-law', 'audio/pcma': 'a-law' } as const;
/** If the client commits, the engine still divides long audio at pauses, but only at longer ones. */
const MANUAL_SILENCE_MS = 1500;
const NO_BYTES = new Uint8Array(0);
/** OpenAI's close code for a wrong key. */
const INVALID_KEY_CLOSE_CODE = 3000;

/** One connection: OpenAI's events on a live session. Errors in a client's events do not end it, but errors of the session do. */
export class TranscriptionSession implements SocketHandler {
  readonly session: BufferedSession;
  readonly #connection: SocketConnection;
  readonly #turns: Turns;
  #settings: RealtimeSettings;
  #hasAudio = false;
  /** First byte of a sample, if the client cut its audio in the middle of one. It belongs to the buffer, and ends with it. */
  #oddByte: Uint8Array = NO_BYTES;
  #error: ErrorBody | undefined;
  #errorCode: SessionErrorCode | undefined;

  constructor(
    service: Pick<SpeechService, 'openSession'>,
    connection: SocketConnection,
    { token, settings, isBeta }: RequestCredential,
  ) {
    this.#connection = connection;
    this.#settings = settings;
    const turns = new Turns(
      settings.silenceMs === null,
      (...event) => this.#send(...event),
      (error) => this.#sendError(error),
    );
    this.#turns = turns;
    this.session = new BufferedSession({
      onReady: () => this.#sendSession(isBeta ? 'transcription_session.created' : 'session.created', isBeta),
      onInterim: (interim) => turns.interim(interim),
      onFinal: (final) => turns.final(final),
      onNotice: (notice) => turns.notice(notice),
      onError: (fault) => {
        this.#errorCode = fault.code;
        this.#error = faultBody(fault);
        turns.fail(this.#error);
        this.#sendError(this.#error);
      },
      close: (code) => {
        const { type, code: name } = this.#error ?? {};
        const isKey = this.#errorCode === 'UNAUTHORIZED';
        connection.close(isKey ? INVALID_KEY_CLOSE_CODE : code, type && `${type}.${name}`);
      },
      pause: () => connection.pause(),
      resume: () => connection.resume(),
    });
    const credentials = { token, appId: undefined, isAppImplied: true };
    this.session.open(service, credentials, { config: configOf(settings) });
  }

  get errorCode(): SessionErrorCode | undefined {
    return this.#errorCode;
  }

  receive(content: Buffer, isBinary: boolean): void {
    this.session.whenReady(() => this.#receive(content, isBinary));
  }

  #receive(content: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.#sendError(invalidValue('Messages must be text: audio is base64 in input_audio_buffer.append.'));
      return;
    }
    const parsed = parseClientEvent(content.toString());
    try {
      if ('error' in parsed) this.#sendError(parsed.error, parsed.eventId);
      else this.#handle(parsed.event);
    } catch (error) {
      this.#sendError(errorBody(SpeechError.from(error)), parsed.eventId);
    }
  }

  refuseOversize(): void {
    this.#sendError(invalidValue(`A message has more than ${SOCKET_LIMITS.maxPayload} bytes.`));
  }

  /** Ends the session before it begins. */
  refuse(error: ErrorBody): void {
    this.#sendError(error);
    this.#connection.close(closeCodeOf('UNAUTHORIZED'), `${error.type}.${error.code}`);
    this.session.leave();
  }

  #handle(event: ClientEvent): void {
    switch (event.type) {
      case 'session.update':
      case 'transcription_session.update':
        this.#change(withChange(this.#settings, event.session));
        this.#sendSession(`${event.type}d`, event.type !== 'session.update');
        return;
      case 'input_audio_buffer.append':
        this.#append(decodeAudio(event.audio, 'audio'));
        return;
      case 'input_audio_buffer.commit':
        if (!this.#turns.commit()) return;
        this.#oddByte = NO_BYTES;
        this.session.receive({ type: 'commit' });
        return;
      case 'input_audio_buffer.clear':
        this.#turns.clear();
        this.#oddByte = NO_BYTES;
        this.session.receive({ type: 'commit' });
    }
  }

  #change(settings: RealtimeSettings): void {
    if (this.#hasAudio && settings.format !== this.#settings.format)
      throw new SpeechError('INVALID_INPUT', 'The format can be changed only before the first audio.', {
        field: 'session.audio.input.format',
      });
    const changes = (['format', 'silenceMs', 'language'] as const).some(
      (name) => settings[name] !== this.#settings[name],
    );
    this.#settings = settings;
    if (!changes) return;
    this.#turns.change(settings.silenceMs === null);
    this.session.receive({ type: 'commit', config: configOf(settings) });
  }

  #append(audio: Uint8Array): void {
    const { format } = this.#settings;
    const bytes = format === 'audio/pcm' ? this.#wholeSamples(audio) : decodeG711(LAWS[format], audio);
    if (bytes.length === 0) return;
    this.#hasAudio = true;
    this.#turns.hear(bytes.length / PCM_BYTES_PER_SAMPLE / rateOf(this.#settings));
    this.session.receive({ type: 'audio', bytes });
  }

  #wholeSamples(audio: Uint8Array): Uint8Array {
    const all = this.#oddByte.length === 0 ? audio : Buffer.concat([this.#oddByte, audio]);
    const wholeBytes = all.length - (all.length % PCM_BYTES_PER_SAMPLE);
    this.#oddByte = all.slice(wholeBytes);
    return all.subarray(0, wholeBytes);
  }

  #sendSession(type: string, isBeta: boolean): void {
    const id = `sess_${this.session.sessionId}`;
    this.#send(type, { session: sessionView(id, this.#settings, isBeta) });
  }

  #send(type: string, members: object = {}): void {
    this.#connection.send({ type, event_id: `event_${crypto.randomUUID()}`, ...members });
  }

  #sendError(error: ErrorBody, eventId: string | null = null): void {
    this.#send('error', { error: { param: null, ...error, event_id: eventId } });
  }
}

function configOf(settings: RealtimeSettings): SessionConfig {
  return {
    sampleRateHz: rateOf(settings),
    interimResults: true,
    speechNotices: true,
    speechCompleteTimeoutMs: settings.silenceMs ?? MANUAL_SILENCE_MS,
    language: settings.language ?? undefined,
  };
}
