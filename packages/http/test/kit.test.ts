import { SpeechError } from '@parlance/core/errors';
import {
  type Access,
  defineEndpoint,
  type ErrorFamily,
  json,
  mountEndpoints,
  named,
  openApiPart,
  useStrictJson,
} from '@parlance/http/kit';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TTS_ERRORS } from '../src/index.ts';

/** Endpoints as somebody else would write them, on a service of their own. */
interface Shelf {
  readonly books: Map<string, string>;
  readonly isLendingOpen: boolean;
}

const failures: ErrorFamily = {
  table: TTS_ERRORS,
  mediaType: 'application/json',
  body: ({ message }) => ({ failure: message }),
  refusal: (code, message) => ({ failure: `${code}: ${message}` }),
  schema: named('Failure', z.strictObject({ failure: z.string() })),
  nameOf: (code) => TTS_ERRORS[code].code,
};
const reader: Access<Shelf, string> = {
  security: [{ card: [] }],
  faults: ['UNAUTHORIZED'],
  letIn: () => async (request) => {
    if (request.headers['x-card'] === undefined) throw new SpeechError('UNAUTHORIZED', 'Show your card.');
  },
  identify: (request) => String(request.headers['x-card']),
};
const book = named('Book', z.strictObject({ title: z.string(), keptBy: z.string() }));
const ONE_BOOK = {
  url: '/books/:id',
  tag: 'Books',
  access: reader,
  errors: failures,
  params: { id: 'Of the book.' },
  answers: { 200: json('The book.', book) },
} as const;

const putBook = defineEndpoint({
  ...ONE_BOOK,
  method: 'PUT',
  operationId: 'putBook',
  summary: 'Keep a book',
  isIdempotent: true,
  body: { schema: z.object({ title: z.string().trim().min(1, 'must not be empty') }) },
  faults: ['INVALID_INPUT'],
  handler:
    ({ books }) =>
    ({ params, body, caller, idempotency, reply }) => {
      books.set(params.id, body.title);
      void reply.header('x-hash', idempotency()?.bodyHash ?? 'none');
      return Promise.resolve({ title: body.title, keptBy: caller });
    },
});
const findBook = defineEndpoint({
  ...ONE_BOOK,
  method: 'GET',
  operationId: 'findBook',
  summary: 'Find a book',
  query: z.object({ shout: z.enum(['yes', 'no'], 'must be yes or no').default('no') }),
  faults: ['INVALID_INPUT', 'NOT_FOUND'],
  handler:
    ({ books }) =>
    async ({ params, query, caller }) => {
      const title = books.get(params.id);
      if (title === undefined) throw new SpeechError('NOT_FOUND', 'There is no such book.');
      return { title: query.shout === 'yes' ? title.toUpperCase() : title, keptBy: caller };
    },
});
const lendBook = defineEndpoint({
  ...ONE_BOOK,
  method: 'POST',
  operationId: 'lendBook',
  summary: 'Lend a book',
  body: { schema: z.object({ days: z.int().default(7) }), isOptional: true },
  faults: ['INVALID_INPUT'],
  handler: ({ isLendingOpen }) =>
    isLendingOpen
      ? async ({ body, caller }) => ({ title: `lent for ${body.days} days`, keptBy: caller })
      : undefined,
});
const ENDPOINTS = [putBook, findBook, lendBook];
const RULES = {
  tags: { Books: 'All of them.', Maps: 'None.' },
  securitySchemes: { card: { type: 'apiKey' } },
};

let app: FastifyInstance;
const card = { 'x-card': 'ann' };

async function serve(shelf: Partial<Shelf> = {}) {
  app = Fastify();
  useStrictJson(app, { floor: { bytesPerSecond: 1, windowMs: 60_000 } });
  const mounted = mountEndpoints(app, ENDPOINTS, { books: new Map(), isLendingOpen: true, ...shelf });
  await app.ready();
  return mounted;
}

beforeEach(async () => void (await serve()));
afterEach(async () => app.close());

it('passes on what was parsed: body, query, address and caller', async () => {
  const put = await app.inject({
    method: 'PUT',
    url: '/books/1',
    headers: card,
    payload: { title: ' Emma ' },
  });
  expect(put.json()).toEqual({ title: 'Emma', keptBy: 'ann' });
  const found = await app.inject({ method: 'GET', url: '/books/1?shout=yes', headers: card });
  expect(found.json()).toEqual({ title: 'EMMA', keptBy: 'ann' });
});

it('authenticates before it reads a body, and reads the body before it parses it', async () => {
  const stranger = await app.inject({ method: 'PUT', url: '/books/1', payload: '{"broken' });
  expect([stranger.statusCode, stranger.json()]).toEqual([401, { failure: 'Show your card.' }]);
  const wrong = await app.inject({ method: 'PUT', url: '/books/1', headers: card, payload: { title: ' ' } });
  expect([wrong.statusCode, wrong.json()]).toEqual([400, { failure: 'title must not be empty; got "".' }]);
});

it.each<[what: string, request: object, status: number, failure: string]>([
  ['a query', { method: 'GET', url: '/books/1?shout=maybe' }, 400, 'shout must be yes or no; got "maybe".'],
  ['a book', { method: 'GET', url: '/books/9' }, 400, 'There is no such book.'],
  [
    'a media type',
    { method: 'PUT', url: '/books/1', payload: 'x', headers: { ...card, 'content-type': 'text/plain' } },
    400,
    'Content-Type must be application/json.',
  ],
])('answers an invalid %s in the form of its family', async (_what, request, status, failure) => {
  const answer = await app.inject({ headers: card, ...request });
  expect([answer.statusCode, answer.json()]).toEqual([status, { failure }]);
});

it('treats a missing body as an empty one if it is optional', async () => {
  const lent = await app.inject({ method: 'POST', url: '/books/1', headers: card });
  expect(lent.json()).toEqual({ title: 'lent for 7 days', keptBy: 'ann' });
});

it('answers other methods of an address with 405, with or without credentials', async () => {
  const answer = await app.inject({ method: 'DELETE', url: '/books/1' });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, POST, PUT, HEAD, OPTIONS']);
  expect(answer.json().failure).toMatch(/^METHOD_NOT_ALLOWED: /);
});

it('distinguishes two addresses with one Idempotency-Key, but not two orders of members', async () => {
  const hashOf = async (url: string, payload: object) => {
    const headers = { ...card, 'idempotency-key': 'k' };
    return (await app.inject({ method: 'PUT', url, headers, payload })).headers['x-hash'];
  };
  const first = await hashOf('/books/1', { title: 'a', b: 1 });
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashOf('/books/1', { b: 1, title: 'a' })).toBe(first);
  expect(await hashOf('/books/2', { title: 'a', b: 1 })).not.toBe(first);
});

describe('the document', () => {
  it('has the schemas that parse, the codes of each status, and no unused tag', () => {
    const { tags, paths, components } = JSON.parse(JSON.stringify(openApiPart(ENDPOINTS, RULES)));
    expect(tags).toEqual([{ name: 'Books', description: 'All of them.' }]);
    const { put, get, post } = paths['/books/{id}'];
    expect(put.security).toEqual([{ card: [] }]);
    expect(put.requestBody.required).toBe(true);
    expect(put.requestBody.content['application/json'].schema).toMatchObject({
      properties: { title: { type: 'string', minLength: 1 } },
      required: ['title'],
    });
    expect(put.parameters.map(({ name }: { name: string }) => name)).toEqual(['id', 'Idempotency-Key']);
    expect(post.requestBody.required).toBe(false);
    expect(get.parameters[1]).toEqual({ name: 'shout', in: 'query', schema: expect.anything() });
    expect(get.responses['400'].description).toBe('Code `BAD_REQUEST`.');
    expect(get.responses['401'].headers).toHaveProperty('WWW-Authenticate');
    expect(Object.keys(components.schemas).sort()).toEqual(['Book', 'Failure']);
  });

  it('leaves out an endpoint for which the service lacks what it needs', async () => {
    await app.close();
    const mounted = await serve({ isLendingOpen: false });
    expect(mounted).toEqual([putBook, findBook]);
    const answer = await app.inject({ method: 'POST', url: '/books/1', headers: card });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, PUT, HEAD, OPTIONS']);
  });
});
