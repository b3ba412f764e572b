import { lookup } from 'node:dns/promises';

/**
 * Resolves the addresses of a name.
 *
 * @returns IPv4 and IPv6 addresses as text, in the order to try them
 * @throws any error if there are none
 */
export type ResolveName = (name: string) => Promise<readonly string[]>;

export const resolveBySystem: ResolveName = async (name) => {
  const answers = await lookup(name, { all: true });
  return answers.map(({ address }) => address);
};
