import type { Clock } from '@parlance/core/platform';
import type { ResolveName } from './guard/resolve-name.ts';

export interface EgressOptions {
  readonly clock: Clock;
  /**
   * Networks that may be reached besides the public internet, on any port: `10.1.0.0/16`, `fd00:1::/48`, or a single address.
   * Default: none.
   */
  readonly allowNetworks?: readonly string[] | undefined;
  /** Ports that may be reached on the public internet. Default: 80, 443, 8080 and 8443. */
  readonly ports?: readonly number[] | undefined;
  /** PEM certificates of additional trusted authorities, for receivers with a private one. */
  readonly certificateAuthorities?: readonly string[] | undefined;
  /** Default: the system's resolver, with its hosts file and search domains. */
  readonly resolveName?: ResolveName | undefined;
}

export const DEFAULT_PORTS: readonly number[] = [80, 443, 8080, 8443];
