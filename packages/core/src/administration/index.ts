/** What operators do: sign in, make and change apps, issue tokens, top up; the log of their actions. */
export type { AdminActor, ByOperator } from './admin-actor.ts';
export { claimAdminPassword, setAdminPassword } from './admin-password.ts';
export { type AdminSession, createAdminSessions, type OpenedAdminSession } from './admin-sessions.ts';
export { type AppQuery, appQueryInput } from './app-query.ts';
export { type AppVocabularies, type AppVocabulary, createAppVocabularies } from './app-vocabularies.ts';
export { listActions, noteAction } from './audit-actions.ts';
export { changeApp } from './change-app.ts';
export { type ClientTokenInput, clientTokenInput } from './client-token-input.ts';
export { type CreatedApp, createApp } from './create-app.ts';
export { type CreatedClientToken, createClientToken } from './create-client-token.ts';
export { exportLedger, type LedgerExportQuery } from './export-ledger.ts';
export { type Balances, getBalances } from './get-balances.ts';
export { issuePlaygroundToken } from './issue-playground-token.ts';
export { issueTryToken } from './issue-try-token.ts';
export { type AppListRequest, type ListedApp, listApps } from './list-apps.ts';
export { type AppChangeInput, appChangeInput, type NewAppInput, newAppInput } from './new-app-input.ts';
export { removalInput } from './removal-input.ts';
export { revokeApp } from './revoke-app.ts';
export { type RotatedToken, rotateToken } from './rotate-token.ts';
export { type RotateTokenInput, rotateTokenInput } from './rotate-token-input.ts';
export { createSignIn, type SignInAttempt } from './sign-in.ts';
export { signInInput } from './sign-in-input.ts';
export { type AddedAmounts, type ToppedUp, topUp } from './top-up.ts';
export { topUpInput } from './top-up-input.ts';
export {
  type VocabularyTrialInput,
  vocabularyInput,
  vocabularyTrialInput,
} from './vocabulary-input.ts';
