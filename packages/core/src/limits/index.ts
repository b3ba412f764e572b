/** Every limit that callers and operators meet, and every default value. */
export { LIMITS } from './limits.ts';
export { SETTING_LIMITS } from './setting-limits.ts';
