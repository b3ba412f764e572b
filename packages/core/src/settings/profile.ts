import { PROFILE_DEFAULTS } from '../limits/setting-limits.ts';

/** Sets of defaults: `small` for a machine with 1 GB, such as a Raspberry Pi. */
export const PROFILES = ['default', 'small'] as const;
export type Profile = (typeof PROFILES)[number];

/** Adds the profile's values where `given` has none. An unknown profile changes nothing: parsing refuses it later. */
export function withProfile(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const profile = PROFILES.find((name) => name === given.profile);
  if (profile === undefined) return given;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...PROFILE_DEFAULTS[profile], ...set };
}
