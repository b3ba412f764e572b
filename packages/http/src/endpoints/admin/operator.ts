import { ADMIN_FAMILY } from '../../errors/error-families.ts';
import { ADMIN } from '../access.ts';

/** What the endpoints of the admin API share. */
export const OPERATOR = { tag: 'Admin', access: ADMIN, errors: ADMIN_FAMILY } as const;

/** The same for endpoints about one app. */
export const ONE_APP = { ...OPERATOR, params: { appId: 'The App ID.' } } as const;
