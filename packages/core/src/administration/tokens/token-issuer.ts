import type { TokenAuthority } from '../../accounts/callers/token-authority.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';

/** What gives apps their tokens. */
export interface TokenIssuer extends RecordKeeping {
  readonly tokens: Pick<TokenAuthority, 'issue'>;
}
