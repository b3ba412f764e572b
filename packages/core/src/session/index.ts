/** The live session: its messages, state table, audio, results and account. */
export { BufferedSession, type SessionListener } from './buffered-session.ts';
export type { ConfidenceEvidence } from './confidence.ts';
export { decodeAudio } from './decode-audio.ts';
export {
  createIdleSessionLimiter,
  type IdleSessionLimiter,
  type SessionVisit,
} from './idle-session-limiter.ts';
export { openSession } from './open-session.ts';
export type { RecognitionSession, SessionOptions, SessionOutlet } from './recognition-session.ts';
export { type EndedSession, recordSession } from './record-session.ts';
export { type SessionClientMessageType, sessionClientMessages } from './session-client-messages.ts';
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
export type { SessionHost } from './session-host.ts';
export { malformed, parseAudioFrame, parseClientMessage } from './session-input.ts';
export type {
  ClientMessage,
  FinalResultMessage,
  InterimResultMessage,
  ResultTimes,
  ServerMessage,
  SessionConfig,
} from './session-messages.ts';
export { type SessionServerMessageType, sessionServerMessages } from './session-server-messages.ts';
export { SESSION_TIMES } from './session-table.ts';
