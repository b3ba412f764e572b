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
 * Where sessions of live recognition are opened. Apps are looked up in the records again while their sessions run; sessions that are over are
 * put on record.
 */
export interface SessionHost extends LiveCapacity, SessionRecognizer, RecordKeeping {
  /** @throws SpeechError `UNAUTHORIZED` */
  readonly authenticate: (credentials: Credentials) => Promise<App>;
  /** Shared with every other session; absent: an app may open as many to no purpose as it likes. */
  readonly limiter?: IdleSessionLimiter | undefined;
  /** Id of the recognizer that a session most likely gets: no language is named yet when it is admitted. */
  readonly likelyEngineId?: (() => string | undefined) | undefined;
  /** From the accepted connection to its end. Absent: 90. */
  readonly maxSeconds?: number | undefined;
  /** Of the seconds. */
  readonly seconds: BalanceCheck;
  /** Absent: a session's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
  readonly endWriter: Pick<EndWriter, 'add'>;
}
