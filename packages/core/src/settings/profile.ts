/** What a service is made for: `small` for a machine with 1 GB, such as a Raspberry Pi. */
export const PROFILES = ['default', 'small'] as const;
export type Profile = (typeof PROFILES)[number];

/** What a profile changes of the settings' default values. docs/operations.md has the table. */
const PROFILE_SETTINGS = {
  default: {},
  small: { idleUnloadMinutes: 2, keepDefaultsLoaded: false, segmentCacheMib: 8 },
} as const satisfies Record<Profile, object>;

/** Puts the profile's values where `given` has none. An unknown profile changes nothing: parsing refuses it later. */
export function withProfile(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const profile = PROFILES.find((name) => name === given.profile);
  if (profile === undefined) return given;
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...PROFILE_SETTINGS[profile], ...set };
}
