/** Who calls and what is left to them: apps, tokens, the ledger, rates and limits. */
export { type AdmitCaller, createAdmitCaller } from './admit-caller.ts';
export { type AdmittedLive, admitLive, type LiveCapacity, type LiveClaim } from './admit-live.ts';
export {
  type App,
  type AppWithoutSecrets,
  DEFAULT_APP_NAME,
  type RetiredSecret,
  type RetiredToken,
  withoutSecrets,
} from './app.ts';
export type { AppListQuery, AppStore } from './app-store.ts';
export {
  authenticate,
  authenticateToken,
  type Credentials,
  type KnownApps,
  unauthorized,
} from './authenticate.ts';
export { createCallRate } from './call-rate.ts';
export { type Caller, type ClientToken, requireAppToken, type TokenAccess } from './caller.ts';
export { type BalanceCheck, createBalanceCheck } from './check-balance.ts';
export type { ClientTokenTable, LimitedToken } from './client-token-table.ts';
export { type ConcurrencySlots, createConcurrencySlots } from './concurrency-slots.ts';
export { addDecimals, compareDecimals, negateDecimal } from './decimal.ts';
export { insufficientBalance, isOverdrawn } from './insufficient.ts';
export type { ShortToken } from './issue-client-token.ts';
export { createLeasedSlots } from './leased-slots.ts';
export type { AppBalance, Ledger, LedgerPageQuery, PlacedLedgerEntry } from './ledger.ts';
export type { LedgerEntry, LedgerEntryKind, MeteredUnit } from './ledger-entry.ts';
export { requireApp } from './require-app.ts';
export type { Lease, SharedLimits } from './shared-limits.ts';
export type { TokenAuthority, TokenClaims } from './token-authority.ts';
export type { BucketSize, TokenBucket } from './token-bucket.ts';
