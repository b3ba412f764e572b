export { createEgress } from './create-egress.ts';
export type { EgressOptions } from './egress-options.ts';
export type { ResolveName } from './guard/resolve-name.ts';
