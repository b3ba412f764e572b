/** The limits of the interface. */
export { LIMITS } from './limits.ts';
