/** The live session: its messages, state table, audio, results and account. */

export { type EndedSession, recordSession } from './ending/record-session.ts';
export { decodeAudio } from './messages/decode-audio.ts';
export { type SessionClientMessageType, sessionClientMessages } from './messages/session-client-messages.ts';
export { malformed, parseAudioFrame, parseClientMessage } from './messages/session-input.ts';
export { type SessionServerMessageType, sessionServerMessages } from './messages/session-server-messages.ts';
export { BufferedSession, type SessionListener } from './opening/buffered-session.ts';
export {
  createIdleSessionLimiter,
  type IdleSessionLimiter,
  type SessionVisit,
} from './opening/idle-session-limiter.ts';
export { openSession } from './opening/open-session.ts';
export type { SessionHost } from './opening/session-host.ts';
export type { RecognitionSession, SessionOptions, SessionOutlet } from './recognition-session.ts';
export {
  closeCodeOf,
  SESSION_CLOSE_CODES,
  SESSION_ERRORS,
  type SessionCloseCode,
  type SessionErrorCode,
  type SessionErrorMessage,
  type SessionFault,
  type SessionStage,
  sessionErrorMessage,
} from './session-errors.ts';
export type {
  ClientMessage,
  FinalResultMessage,
  InterimResultMessage,
  ResultTimes,
  ServerMessage,
  SessionConfig,
} from './session-messages.ts';
export type { ConfidenceEvidence } from './table/confidence.ts';
export { SESSION_TIMES } from './table/session-table.ts';
