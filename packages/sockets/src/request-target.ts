import type { IncomingMessage } from 'node:http';

/** Parses only path and query; the host of the address is not used. */
export function targetOf(request: IncomingMessage): {
  readonly path: string;
  readonly query: URLSearchParams;
} {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

/** @returns the token of `Authorization: Bearer …` */
export function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
