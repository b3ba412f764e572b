/** Callers and their balances: apps, tokens, the ledger, rates and limits. */

export {
  type App,
  type AppWithoutSecrets,
  DEFAULT_APP_NAME,
  type RetiredSecret,
  type RetiredToken,
  withoutSecrets,
} from './app.ts';
export { type AdmittedLive, admitLive, type LiveCapacity, type LiveClaim } from './app-limits/admit-live.ts';
export { createCallRate } from './app-limits/call-rate.ts';
export { capSlots } from './app-limits/cap-slots.ts';
export { type ConcurrencySlots, createConcurrencySlots } from './app-limits/concurrency-slots.ts';
export { createLeasedSlots } from './app-limits/leased-slots.ts';
export type { Lease, SharedLimits } from './app-limits/shared-limits.ts';
export type { BucketSize, TokenBucket } from './app-limits/token-bucket.ts';
export type { AppListQuery, AppStore } from './app-store.ts';
export { type AdmitCaller, createAdmitCaller } from './callers/admit-caller.ts';
export {
  authenticate,
  authenticateToken,
  type Credentials,
  type KnownApps,
  unauthorized,
} from './callers/authenticate.ts';
export { type Caller, type ClientToken, requireAppToken, type TokenAccess } from './callers/caller.ts';
export type { ClientTokenTable, LimitedToken } from './callers/client-token-table.ts';
export type { ShortToken } from './callers/issue-client-token.ts';
export type { TokenAuthority, TokenClaims } from './callers/token-authority.ts';
export { requireHoursInLedger } from './ledger/archived-hours.ts';
export { type BalanceCheck, createBalanceCheck } from './ledger/check-balance.ts';
export { damagedArchive } from './ledger/damaged-archive.ts';
export { addDecimals, compareDecimals, negateDecimal } from './ledger/decimal.ts';
export { insufficientBalance, isOverdrawn } from './ledger/insufficient.ts';
export type { AppBalance, Ledger, LedgerKey, LedgerPageQuery, PlacedLedgerEntry } from './ledger/ledger.ts';
export {
  type ArchivedEntry,
  LEDGER_ARCHIVE_MOVES,
  type LedgerArchive,
  type LedgerArchiveState,
  type LedgerFile,
} from './ledger/ledger-archive.ts';
export type {
  LedgerArchiveChange,
  LedgerArchiveQuery,
  LedgerArchives,
  LedgerDay,
  MovableEntry,
} from './ledger/ledger-archives.ts';
export { dayKey, requireArchived, sumByDay } from './ledger/ledger-days.ts';
export type { LedgerEntry, LedgerEntryKind, MeteredUnit } from './ledger/ledger-entry.ts';
export { requireApp } from './require-app.ts';
