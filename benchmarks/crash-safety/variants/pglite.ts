import type { Variant } from '../../runner/contract.ts';
import { openKillUnderLoad } from '../kill-under-load.ts';
import { KILLS } from '../kills.ts';

/** The embedded database in the data folder: what `parlance serve` uses as it comes. */
export const pglite: Variant = { open: () => openKillUnderLoad({ kills: KILLS }) };
