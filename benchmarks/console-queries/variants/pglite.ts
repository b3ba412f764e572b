import type { Variant } from '../../runner/contract.ts';
import { openFilled } from '../ask-service.ts';

/** The embedded database, in a folder. */
export const pglite: Variant = { open: () => openFilled(undefined, async () => undefined) };
