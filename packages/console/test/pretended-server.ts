import type { Page, Request, Route } from 'playwright-core';
import { consolePages } from '../src/index.ts';

/** Not `localhost`, so that features for secure pages are missing, as on another machine over plain HTTP. */
export const ADDRESS = 'http://console.test';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: unknown;
}

/** An answer of the admin API: a status and a JSON body. `'lost'`: the connection ends before the answer. */
export type Answer = { readonly status: number; readonly body: unknown } | 'lost';

/** Intercepts the requests of a page: serves the built console, and answers the admin API with `answer`. */
export async function pretendServer(page: Page, answer: (asked: Asked) => Answer): Promise<void> {
  const { documents, files } = consolePages();
  const html = documents.find(({ path }) => path === '/console')?.html('/', 'nonce') ?? '';
  await page.route(`${ADDRESS}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/admin/v1/'))
      return answerWith(route, answer(askedBy(route.request(), pathname)));
    const file = files.find(({ name }) => pathname === `/assets/${name}`);
    if (file === undefined) return route.fulfill({ contentType: 'text/html', body: html });
    return route.fulfill({ contentType: file.contentType, body: Buffer.from(file.bytes) });
  });
}

function askedBy(request: Request, pathname: string): Asked {
  return {
    method: request.method(),
    path: pathname.slice('/admin/v1/'.length),
    key: request.headers()['idempotency-key'],
    body: request.postDataJSON() as unknown,
  };
}

function answerWith(route: Route, answer: Answer): Promise<void> {
  if (answer === 'lost') return route.abort('connectionreset');
  return route.fulfill({ status: answer.status, json: answer.body });
}
