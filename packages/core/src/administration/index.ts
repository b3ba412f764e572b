/** What operators do: sign in, create and change apps, issue tokens, top up; the log of their actions. */
export type { AdminActor, ByOperator } from './admin-actor.ts';
export { type AppQuery, appQueryInput } from './apps/app-query.ts';
export { type AppVocabularies, type AppVocabulary, createAppVocabularies } from './apps/app-vocabularies.ts';
export { changeApp } from './apps/change-app.ts';
export { type CreatedApp, createApp } from './apps/create-app.ts';
export { type AppListRequest, type ListedApp, listApps } from './apps/list-apps.ts';
export { type AppChangeInput, appChangeInput, type NewAppInput, newAppInput } from './apps/new-app-input.ts';
export { revokeApp } from './apps/revoke-app.ts';
export {
  type VocabularyTrialInput,
  vocabularyInput,
  vocabularyTrialInput,
} from './apps/vocabulary-input.ts';
export { listActions, noteAction } from './audit-actions.ts';
export { exportLedger, type LedgerExportQuery } from './balances/export-ledger.ts';
export { type Balances, getBalances } from './balances/get-balances.ts';
export { type AddedAmounts, type ToppedUp, topUp } from './balances/top-up.ts';
export { topUpInput } from './balances/top-up-input.ts';
export { removalInput } from './removal-input.ts';
export { claimAdminPassword, setAdminPassword } from './sign-in/admin-password.ts';
export { type AdminSession, createAdminSessions, type OpenedAdminSession } from './sign-in/admin-sessions.ts';
export { createSignIn, type SignInAttempt } from './sign-in/sign-in.ts';
export { signInInput } from './sign-in/sign-in-input.ts';
export { type ClientTokenInput, clientTokenInput } from './tokens/client-token-input.ts';
export { type CreatedClientToken, createClientToken } from './tokens/create-client-token.ts';
export { issuePlaygroundToken } from './tokens/issue-playground-token.ts';
export { issueTryToken } from './tokens/issue-try-token.ts';
export { type RotatedToken, rotateToken } from './tokens/rotate-token.ts';
export { type RotateTokenInput, rotateTokenInput } from './tokens/rotate-token-input.ts';
