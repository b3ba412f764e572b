/** Settings of a service and of a server. */
export type { PluginReference } from './plugin-reference.ts';
export { PROFILES, type Profile, withProfile } from './profile.ts';
export {
  hasEveryRole,
  SERVER_ROLES,
  SETTING_VARIABLES,
  type ServerRole,
  type ServerSettings,
  serverSettings,
} from './server-settings.ts';
export { type SpeechSettings, type SpeechSettingsInput, speechSettings } from './speech-settings.ts';
