import { type CatalogueVoice, createParlanceClient, type ParlanceClient } from '@parlance/client';
import type { Credentials } from './credentials.ts';

/** Where the service is mounted: one step above the files of its pages. */
const SERVICE_URL = new URL('..', import.meta.url).href;
const PAGE_LIMIT = 100;

export function clientOf(credentials: Credentials): ParlanceClient {
  return createParlanceClient({ url: SERVICE_URL, ...credentials });
}

/**
 * The voices that speak at once; asking for them also proves that the credentials are good.
 *
 * @throws ParlanceError
 */
export async function voicesOf(client: ParlanceClient): Promise<readonly CatalogueVoice[]> {
  const found: CatalogueVoice[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.voices({
      realtime: true,
      limit: PAGE_LIMIT,
      ...(cursor === undefined ? {} : { cursor }),
    });
    found.push(...page.voices);
    cursor = page.nextCursor;
  }
  return found;
}
