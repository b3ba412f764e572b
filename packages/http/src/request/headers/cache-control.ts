import type { FastifyRequest } from 'fastify';

/** @returns whether the caller accepts cached speech: unless `Cache-Control` has `no-store` or `no-cache` */
export function mayReuse({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const directives = (headers['cache-control'] ?? '').split(',').map((one) => one.trim().toLowerCase());
  return !directives.includes('no-store') && !directives.includes('no-cache');
}
