import { z } from 'zod';
import { settingList } from './setting-list.ts';

const networkMessage = 'an address or a network such as 10.1.0.0/16';
const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], `must be ${networkMessage}`);

/** Addresses and networks: `10.1.0.0/16`, `fd00:1::/48` or one address each. */
export function networkList() {
  return settingList(network, `must be a list of networks, each ${networkMessage}`).default([]);
}
