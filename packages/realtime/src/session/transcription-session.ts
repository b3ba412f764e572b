import { decodeG711, PCM_BYTES_PER_SAMPLE } from '@parlance/core/audio';
import type { SpeechService } from '@parlance/core/service';
import type { RecognitionSession, ServerMessage, SessionErrorCode } from '@parlance/core/session';
import { closeCodeOf } from '@parlance/core/session';
import { SOCKET_LIMITS, type SocketConnection, type SocketHandler } from '@parlance/sockets';
import type { RequestCredential } from '../request-credential.ts';
import { type ClientEvent, decodeAudio, parseClientEvent } from './client-event.ts';
import { type ErrorBody, faultBody, invalidValue } from './realtime-errors.ts';
import {
  type RealtimeSettings,
  rateOf,
  sessionConfigOf,
  sessionView,
  withBetaSession,
  withSession,
} from './realtime-settings.ts';
import { Turns } from './turns.ts';

const LAWS = { 'audio/pcmu': 'mu-law', 'audio/pcma': 'a-law' } as const;

/** OpenAI closes with it when the key is wrong. */
const INVALID_KEY_CLOSE_CODE = 3000;

/** One connection: OpenAI's events on a live session. Errors of a client's events end nothing; those of the session end it. */
export class TranscriptionSession implements SocketHandler {
  readonly session: RecognitionSession;
  readonly #connection: SocketConnection;
  readonly #isBeta: boolean;
  readonly #turns: Turns;
  #settings: RealtimeSettings;
  /** Messages that came before the session was ready; while there are any, the connection is not read. */
  #held: Parameters<SocketHandler['receive']>[] | undefined = [];
  #hasAudio = false;
  /** Half a sample, where the client cut its audio there. */
  #oddByte: Uint8Array = new Uint8Array(0);
  #error: ErrorBody | undefined;
  #errorCode: SessionErrorCode | undefined;

  constructor(
    service: Pick<SpeechService, 'openSession'>,
    connection: SocketConnection,
    { token, settings, isBeta }: RequestCredential,
  ) {
    this.#connection = connection;
    this.#isBeta = isBeta;
    this.#settings = settings;
    const isManual = settings.silenceMs === null;
    this.#turns = new Turns(
      isManual,
      (...event) => this.#send(...event),
      (error) => this.#sendError(error, null),
    );
    this.session = service.openSession(
      { token, appId: undefined, isAppImplied: true },
      {
        send: (message) => this.#told(message),
        notify: (notice) => this.#turns.notice(notice),
        close: (code) => {
          const { type, code: name } = this.#error ?? {};
          const isKey = this.#errorCode === 'UNAUTHORIZED';
          connection.close(isKey ? INVALID_KEY_CLOSE_CODE : code, type && `${type}.${name}`);
        },
        pause: () => connection.pause(),
        resume: () => connection.resume(),
      },
    );
    this.session.receive({ type: 'config', config: sessionConfigOf(settings) });
  }

  get errorCode(): SessionErrorCode | undefined {
    return this.#errorCode;
  }

  receive(content: Buffer, isBinary: boolean): void {
    if (this.#held !== undefined) {
      this.#held.push([content, isBinary]);
      this.#connection.pause();
      return;
    }
    if (isBinary) {
      this.#sendError(
        invalidValue('Messages must be text: audio is base64 in input_audio_buffer.append.'),
        null,
      );
      return;
    }
    const parsed = parseClientEvent(content.toString());
    const error = 'error' in parsed ? parsed.error : this.#handle(parsed.event);
    if (error !== undefined) this.#sendError(error, parsed.eventId);
  }

  refuseOversize(): void {
    this.#sendError(invalidValue(`A message has more than ${SOCKET_LIMITS.maxPayload} bytes.`), null);
  }

  /** Ends it before it began. */
  refuse(error: ErrorBody): void {
    this.#sendError(error, null);
    this.#connection.close(closeCodeOf('UNAUTHORIZED'), `${error.type}.${error.code}`);
    this.session.leave();
  }

  #handle(event: ClientEvent): ErrorBody | undefined {
    switch (event.type) {
      case 'session.update':
        return this.#change(withSession(this.#settings, event.session), 'session');
      case 'transcription_session.update':
        return this.#change(withBetaSession(this.#settings, event.session), 'transcription_session');
      case 'input_audio_buffer.append':
        return this.#append(decodeAudio(event.audio));
      case 'input_audio_buffer.commit':
        if (this.#turns.commit()) this.session.receive({ type: 'commit' });
        return undefined;
      case 'input_audio_buffer.clear':
        this.#turns.clear();
        this.session.receive({ type: 'commit' });
        return undefined;
    }
  }

  #change(settings: RealtimeSettings, kind: 'session' | 'transcription_session'): ErrorBody | undefined {
    if (this.#hasAudio && settings.format !== this.#settings.format)
      return invalidValue(
        'The format can be changed only before the first audio.',
        'session.audio.input.format',
      );
    const changes = (['format', 'silenceMs', 'language'] as const).some(
      (name) => settings[name] !== this.#settings[name],
    );
    this.#settings = settings;
    if (changes) {
      this.#turns.change(settings.silenceMs === null);
      this.session.receive({ type: 'commit', config: sessionConfigOf(settings) });
    }
    const isBeta = kind === 'transcription_session';
    this.#send(`${kind}.updated`, { session: sessionView(this.#id, settings, isBeta) });
    return undefined;
  }

  #append(audio: Uint8Array | ErrorBody): ErrorBody | undefined {
    if (!(audio instanceof Uint8Array)) return audio;
    const { format } = this.#settings;
    const bytes = format === 'audio/pcm' ? this.#wholeSamples(audio) : decodeG711(LAWS[format], audio);
    if (bytes.length === 0) return undefined;
    this.#hasAudio = true;
    this.#turns.hear(bytes.length / PCM_BYTES_PER_SAMPLE / rateOf(this.#settings));
    this.session.receive({ type: 'audio', bytes });
    return undefined;
  }

  #wholeSamples(audio: Uint8Array): Uint8Array {
    const all = this.#oddByte.length === 0 ? audio : Buffer.concat([this.#oddByte, audio]);
    const wholeBytes = all.length - (all.length % PCM_BYTES_PER_SAMPLE);
    this.#oddByte = all.slice(wholeBytes);
    return all.subarray(0, wholeBytes);
  }

  #told(message: ServerMessage): void {
    switch (message.type) {
      case 'READY':
        this.#begin();
        return;
      case 'INTERIM_RESULT':
        this.#turns.interim(message);
        return;
      case 'FINAL_RESULT':
        this.#turns.final(message);
        return;
      case 'ERROR':
        this.#errorCode = message.code;
        this.#error = faultBody(message);
        this.#turns.fail(this.#error);
        this.#sendError(this.#error, null);
        return;
      case 'PONG':
      case 'STREAM_END':
        return;
    }
  }

  #begin(): void {
    const kind = this.#isBeta ? 'transcription_session' : 'session';
    this.#send(`${kind}.created`, { session: sessionView(this.#id, this.#settings, this.#isBeta) });
    const held = this.#held ?? [];
    this.#held = undefined;
    // First: what was held may be so much audio that the session pauses the connection.
    this.#connection.resume();
    for (const message of held) this.receive(...message);
  }

  get #id(): string {
    return `sess_${this.session.sessionId}`;
  }

  #send(type: string, members: object = {}): void {
    this.#connection.send({ type, event_id: `event_${crypto.randomUUID()}`, ...members });
  }

  #sendError(error: ErrorBody, eventId: string | null): void {
    this.#send('error', { error: { param: null, ...error, event_id: eventId } });
  }
}
