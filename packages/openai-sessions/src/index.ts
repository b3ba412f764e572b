export { openSecret, sealSecret } from './client-secret.ts';
export {
  betaSessionInput,
  DEFAULT_SETTINGS,
  type RealtimeSettings,
  rateOf,
  sessionInput,
  sessionView,
  withChange,
} from './realtime-settings.ts';
