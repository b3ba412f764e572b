import { z } from 'zod';
import { settingList } from './setting-list.ts';

const message = 'must be origins such as https://app.example, without a path, or *';
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]+$/;

/** Origins as browsers send them; `*` means any. */
export function corsOrigins() {
  const origin = z.string(message).refine((given) => given === '*' || isOrigin(given), message);
  return settingList(origin, message).default([]);
}

/** An origin that browsers would write differently would never match. */
function isOrigin(given: string): boolean {
  if (!ORIGIN.test(given) || !URL.canParse(given)) return false;
  const { protocol, origin } = new URL(given);
  return !/^https?:$/.test(protocol) || origin === given;
}
