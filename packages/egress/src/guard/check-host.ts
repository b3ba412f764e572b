import { isIP } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import type { NetworkPolicy } from './network-policy.ts';
import type { ResolveName } from './resolve-name.ts';

/** @returns the addresses that may be connected to, all of which have been checked */
export type CheckHost = (host: string, port: number) => Promise<readonly string[]>;

/**
 * Checks the addresses of a host. A single forbidden address refuses the host: a name that sometimes leads to an internal address
 * cannot be trusted at all.
 *
 * @throws from the returned function, SpeechError `AUDIO_FETCH_FAILED` for a refused host; any error of the resolver
 */
export function createHostCheck(policy: NetworkPolicy, resolveName: ResolveName): CheckHost {
  return async (host, port) => {
    // The system does not look up addresses, so they have to be checked here.
    const addresses = isIP(host) === 0 ? await resolveName(host) : [host];
    const isReachable = addresses.length > 0 && addresses.every((address) => policy.mayReach(address, port));
    if (!isReachable) throw unreachable();
    return addresses;
  };
}

/** A single text for all reasons. Different ones would tell a caller which internal addresses and ports exist. */
export const UNREACHABLE_TEXT = 'could not be reached, or did not answer in time';

export function unreachable(cause?: unknown): SpeechError {
  return new SpeechError('AUDIO_FETCH_FAILED', `The address ${UNREACHABLE_TEXT}.`, {}, { cause });
}
