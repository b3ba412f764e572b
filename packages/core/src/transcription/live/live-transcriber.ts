import type { LiveCapacity } from '../../accounts/app-limits/admit-live.ts';
import type { BalanceCheck } from '../../accounts/ledger/check-balance.ts';
import type { Egress } from '../../requests/egress/egress.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';
import type { Spool } from '../../storage/spool.ts';
import type { Transcriber } from '../transcriber.ts';

/** What transcribes for callers who wait, whether a recording is short and comes in memory or is of any length. */
export interface LiveTranscriber extends Transcriber, LiveCapacity, RecordKeeping {
  /** Of the seconds. */
  readonly seconds: BalanceCheck;
  readonly spool: Spool;
  readonly egress: Pick<Egress, 'check' | 'fetchRecording'>;
}
