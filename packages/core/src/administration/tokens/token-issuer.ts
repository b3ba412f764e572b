import type { TokenAuthority } from '../../accounts/callers/token-authority.ts';
import type { RecordKeeping } from '../../storage/record-keeping.ts';

/** What issuing tokens to apps needs. */
export interface TokenIssuer extends RecordKeeping {
  readonly tokens: Pick<TokenAuthority, 'issue'>;
}
