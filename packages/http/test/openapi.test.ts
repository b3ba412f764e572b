import type { AdminService } from '@parlance/core/service';
import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../src/endpoints/endpoints.ts';
import { openApiDocument } from '../src/index.ts';
import { mountService } from '../src/mount-service.ts';
import type { SpeechHttpOptions } from '../src/options.ts';
import { ADMIN_TOKEN } from './support/admin.ts';
import { fakeService } from './support/fake-service.ts';
import { startServer } from './support/test-server.ts';

const EVERYTHING = { adminToken: ADMIN_TOKEN, asyncApi: { asyncapi: '3.0.0' } };

const renderDemo = async (): Promise<Uint8Array> => Uint8Array.of(1);

interface MountedRoute {
  readonly method: string;
  readonly url: string;
}

/** Every route that answers, whatever put it there. */
async function routesOf(options: Partial<SpeechHttpOptions>): Promise<readonly MountedRoute[]> {
  const app = Fastify();
  const routes: MountedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.refusesMethod === true) return;
    for (const name of [method].flat()) routes.push({ method: name, url });
  });
  // Asked for routes only: nobody calls them.
  const admin = {
    models: {},
    voicePacks: {},
    copyDatabase: async () => 'copy',
  } as Partial<AdminService> as AdminService;
  await mountService(app, { service: fakeService({ renderDemo, admin }), ...options }, { ownsApp: true });
  await app.ready();
  await app.close();
  return routes;
}

const nameOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${url}`;

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(openApiDocument())));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('has an operation for every route that answers, and a route for every operation', async () => {
  const routes = await routesOf(EVERYTHING);
  const gets = new Set(routes.filter(({ method }) => method === 'GET').map(({ url }) => url));
  const documented = new Set(ENDPOINTS.map(nameOf));
  // Fastify answers HEAD wherever there is a GET; only where it differs is it told.
  const isImplied = ({ method, url }: MountedRoute): boolean => method === 'HEAD' && gets.has(url);
  const own = routes.filter((route) => documented.has(nameOf(route)) || !isImplied(route));
  expect(own.map(nameOf).sort()).toEqual([...documented].sort());
});

it('gives every operation its own id', () => {
  const ids = ENDPOINTS.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('describes every parameter in a path, and no other', () => {
  for (const { url, params = {} } of ENDPOINTS) {
    const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params), url).toEqual(inPath);
  }
});

it('has no broken references', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, found = '']) => found,
  );
  expect(pointers.length).toBeGreaterThan(50);
  for (const pointer of new Set(pointers)) {
    const found = pointer
      .split('/')
      .slice(1)
      .reduce((node, name) => node?.[name], document);
    expect(found, pointer).toBeDefined();
  }
});

describe('a server', () => {
  it('describes what else is mounted', async () => {
    const other = {
      tags: [{ name: 'Other', description: 'From elsewhere.' }],
      paths: { '/other': { get: { operationId: 'other', tags: ['Other'], responses: {} } } },
      components: {
        schemas: { Other: { type: 'string' } },
        securitySchemes: { otherKey: { type: 'http', scheme: 'bearer' } },
      },
    };
    const { url } = await startServer({ openApiParts: [other] });
    const { tags, paths, components } = JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
    expect(tags).toContainEqual(other.tags[0]);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v1/tts', '/other']));
    expect(components.schemas).toMatchObject({ ...other.components.schemas, Error: {} });
    expect(Object.keys(components.securitySchemes)).toEqual(expect.arrayContaining(['token', 'otherKey']));
  });

  it('leaves out what it has not mounted', async () => {
    const { url } = await startServer();
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const urls = Object.keys(paths);
    expect(urls).toContain('/v1/tts');
    expect(urls.filter((path) => path.startsWith('/admin') || path === '/asyncapi.json')).toEqual([]);
  });

  it('serves its document to everybody', async () => {
    const { url } = await startServer(EVERYTHING);
    const answer = await fetch(`${url}/openapi.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { paths } = (await answer.json()) as { paths: Record<string, object> };
    expect(Object.keys(paths)).toContain('/admin/v1/apps/{appId}');
  });

  it('serves the AsyncAPI document that it was given, and none without one', async () => {
    const { url } = await startServer(EVERYTHING);
    expect(await (await fetch(`${url}/asyncapi.json`)).json()).toEqual(EVERYTHING.asyncApi);
    const other = await startServer();
    expect((await fetch(`${other.url}/asyncapi.json`)).status).toBe(404);
  });

  it('has no document if it only answers probes', async () => {
    const { url } = await startServer({ endpoints: 'probes' });
    expect((await fetch(`${url}/openapi.json`)).status).toBe(404);
  });

  it('has the same addresses in its document under a prefix', async () => {
    const app = Fastify();
    const { speechHttp } = await import('../src/plugin.ts');
    await app.register(speechHttp, { service: fakeService(), prefix: '/speech' });
    const { paths, servers } = (await app.inject('/speech/openapi.json')).json();
    expect(Object.keys(paths)).toContain('/v1/tts');
    expect(servers).toEqual([{ url: './', description: 'Where this document comes from.' }]);
    await app.close();
  });
});
