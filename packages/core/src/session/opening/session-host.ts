import type { App } from '../../accounts/app.ts';
import type { LiveCapacity } from '../../accounts/app-limits/admit-live.ts';
import type { Credentials } from '../../accounts/callers/authenticate.ts';
import type { BalanceCheck } from '../../accounts/ledger/check-balance.ts';
import type { EndWriter } from '../../requests/records/end-writer.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';
import type { VocabularyOf } from '../../vocabulary/vocabulary-of.ts';
import type { SessionRecognizer } from '../speech/session-recognizer.ts';
import type { IdleSessionLimiter } from './idle-session-limiter.ts';

/**
 * What opening sessions of live recognition needs. Apps are looked up in the records again while their sessions run, and ended sessions are
 * stored there.
 */
export interface SessionHost extends LiveCapacity, SessionRecognizer, RecordKeeping {
  /** @throws SpeechError `UNAUTHORIZED` */
  readonly authenticate: (credentials: Credentials) => Promise<App>;
  /** Shared by all sessions; absent: idle sessions are not limited. */
  readonly limiter?: IdleSessionLimiter | undefined;
  /** Id of the recognizer that a session most likely gets: its language is not known yet when it is admitted. */
  readonly likelyEngineId?: (() => string | undefined) | undefined;
  /** The longest session, from the accepted connection to its end. Absent: 90. */
  readonly maxSeconds?: number | undefined;
  /** Checks the balance of seconds. */
  readonly seconds: BalanceCheck;
  /** Absent: only a session's own terms. */
  readonly vocabularyOf?: VocabularyOf | undefined;
  readonly endWriter: Pick<EndWriter, 'add'>;
}
