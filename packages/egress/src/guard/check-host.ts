import { isIP } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import type { NetworkPolicy } from './network-policy.ts';
import type { ResolveName } from './resolve-name.ts';

/** @returns the addresses that may be connected to, none of which was left unjudged. */
export type CheckHost = (host: string, port: number) => Promise<readonly string[]>;

/**
 * Checks where a host leads. One bad answer refuses all of them: a name that leads to the inside half the time is not a
 * name to trust the other half.
 *
 * @throws from the returned function, SpeechError `AUDIO_FETCH_FAILED` for a host that is refused, else whatever the question for the name failed of
 */
export function createHostCheck(policy: NetworkPolicy, resolveName: ResolveName): CheckHost {
  return async (host, port) => {
    // The system does not look up what is an address already, so it has to be checked here and not there.
    const addresses = isIP(host) === 0 ? await resolveName(host) : [host];
    const isReachable = addresses.length > 0 && addresses.every((address) => policy.mayReach(address, port));
    if (!isReachable) throw unreachable();
    return addresses;
  };
}

/** One text for whatever keeps us from there. Several would tell a caller which addresses and ports of the inside exist. */
export const UNREACHABLE_TEXT = 'could not be reached, or did not answer in time';

export function unreachable(cause?: unknown): SpeechError {
  return new SpeechError('AUDIO_FETCH_FAILED', `The address ${UNREACHABLE_TEXT}.`, {}, { cause });
}
