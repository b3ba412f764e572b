import { ADMIN_FAMILY } from '../../errors/error-families.ts';
import { ADMIN } from '../access.ts';

/** What the endpoints of the admin API have in common. */
export const OPERATOR = { tag: 'Admin', access: ADMIN, errors: ADMIN_FAMILY } as const;

/** Of those about one app. */
export const ONE_APP = { ...OPERATOR, params: { appId: 'The App ID.' } } as const;
