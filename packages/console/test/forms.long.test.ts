import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from '../../../test/browser/chromium.ts';
import { wavFile } from '../browser/speech/wav-file.ts';
import { buildPages } from '../build-pages.ts';
import { ADDRESS, type Answer, type Asked, pretendServer } from './pretended-server.ts';

const APP = {
  appId: '9b2f6c1e-5d0a-4c3b-8e7f-1a2b3c4d5e6f',
  name: 'Shop',
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  ttsConcurrency: 5,
  sttConcurrency: 3,
  requestsPerMinute: 600,
  credits: 100,
  seconds: null,
};
const CREATED = { ...APP, token: 'token', webhookSecret: 'whsec_1' };
const LONGEST_NAME = 'W'.repeat(100);
const COUNTS = { processing: 0, success: 1, failed: 0 };
const REQUEST = {
  requestId: 'request-1',
  appId: APP.appId,
  type: 'synthesis',
  kind: 'live',
  status: 'success',
  createdAt: APP.createdAt,
  finishedAt: APP.createdAt,
  progress: { done: 5, total: 5 },
  error: null,
};
/** Its details while the receiver of its webhook does not answer. */
const UNDELIVERED = {
  ...REQUEST,
  characters: 5,
  voiceCode: 'slt',
  format: null,
  startedAt: APP.createdAt,
  credits: '5',
  seconds: null,
  deliveries: [
    {
      deliveryId: 'delivery-1',
      appId: APP.appId,
      requestId: REQUEST.requestId,
      url: 'https://receiver.test/',
      state: 'pending',
      attempts: [],
      createdAt: APP.createdAt,
      nextAttemptAt: null,
      endedAt: null,
    },
  ],
};
const RATE_HZ = 16_000;
/** The live state of a server without work. */
const IDLE = {
  queue: { jobs: {} },
  workers: [],
  sessions: { open: 0 },
  live: { syntheses: 0 },
  latency: { firstAudioMs: { p50: null, p95: null }, finalMs: { p50: null, p95: null } },
};

describe.skipIf(chromiumPath === undefined)('the forms of the console', () => {
  let browser: Browser;
  let page: Page;
  let asked: Asked[];
  /** The app on the server. */
  let app: typeof APP;
  /** Answers that the next calls that change something get instead. */
  let mishaps: Answer[];

  beforeAll(async () => {
    await buildPages();
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    asked = [];
    app = APP;
    mishaps = [];
    page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 844 } });
    await pretendServer(page, (call) => {
      if (call.method !== 'GET') asked.push(call);
      return (call.method === 'GET' ? undefined : mishaps.shift()) ?? { status: 200, body: answerTo(call) };
    });
  });
  afterEach(() => page.close());

  function answerTo({ method, path }: Asked): unknown {
    if (path === 'session') return { signedIn: true };
    if (path === 'apps') return method === 'POST' ? CREATED : { apps: [app], nextCursor: null };
    if (path === 'overview') return { synthesis: COUNTS, transcription: COUNTS, series: [], rejected: [] };
    if (path === 'requests') return { requests: [REQUEST], nextCursor: null };
    if (path.endsWith('/token/rotate'))
      return { appId: app.appId, token: 'a.new.token', expiresAt: null, oldTokenGoodUntil: null };
    if (path.endsWith('/rotate'))
      return { appId: app.appId, webhookSecret: 'whsec_2', oldSecretSignsUntil: null };
    return app;
  }

  const appAddress = (): string => `${ADDRESS}/console/apps/${APP.appId}`;
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const lost = (): Promise<void> => page.getByText('The server does not answer.').waitFor();
  const keys = (): (string | undefined)[] => asked.map(({ key }) => key);

  it('retries a top-up with the same key, and sends another one with a new key', async () => {
    mishaps = ['lost', 'lost'];
    await page.goto(appAddress());
    await page.getByLabel('Add credits').fill('100');
    await press('Top up');
    await lost();
    await press('Top up');
    await expect.poll(() => asked.length).toBe(2);
    await lost();
    await page.getByLabel('Add credits').fill('200');
    await press('Top up');
    await page.getByText('Added.').waitFor();
    await page.getByLabel('Add credits').fill('200');
    await press('Top up');
    await expect.poll(() => asked.length).toBe(4);
    const [first, again, other, later] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(new Set([first, other, later]).size).toBe(3);
  });

  it('creates an app once, however often it is sent, and keeps the focus in each step', async () => {
    mishaps = ['lost'];
    const focused = (): Promise<string> =>
      page.evaluate<string>('document.activeElement.type ?? document.activeElement.tagName');
    await page.goto(`${ADDRESS}/console/apps/new`);
    await press('Continue');
    await expect.poll(focused).toBe('text');
    await page.keyboard.type('Shop');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('radio');
    await press('Create app');
    await lost();
    await press('Create app');
    await page.getByRole('heading', { name: 'Shop is ready' }).waitFor();
    await expect.poll(focused).toBe('H1');
    const [first, again] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
  });

  it('rotates a secret once in each dialog', async () => {
    mishaps = ['lost'];
    await page.goto(appAddress());
    await press('Rotate secret…');
    await press('Rotate');
    await lost();
    await press('Rotate');
    await page.getByLabel('New secret, shown only once').waitFor();
    await press('Rotate secret…');
    await press('Rotate');
    await expect.poll(() => asked.length).toBe(3);
    const [first, again, later] = keys();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(later).not.toBe(first);
  });

  it('rotates a token once in each dialog, with the chosen time, and shows the new one', async () => {
    mishaps = ['lost'];
    await page.goto(appAddress());
    await press('Rotate token…');
    await page.getByText('In an hour').click();
    await press('Rotate');
    await lost();
    await press('Rotate');
    expect(await page.getByLabel('New token, shown only once').inputValue()).toBe('a.new.token');
    await press('Rotate token…');
    await press('Rotate');
    await expect.poll(() => asked.length).toBe(3);
    expect(asked.map(({ body }) => body)).toEqual([
      { graceSeconds: 3600 },
      { graceSeconds: 3600 },
      { graceSeconds: 0 },
    ]);
    const [first, again, later] = keys();
    expect(again).toBe(first);
    expect(later).not.toBe(first);
  });

  it('saves only the limits that were changed', async () => {
    await page.goto(appAddress());
    await press('Save');
    await page.getByText('Nothing was changed.').waitFor();
    expect(asked).toEqual([]);
    await page.getByLabel('Requests a minute').fill('');
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect(asked.map(({ method, body }) => [method, body])).toEqual([['PATCH', { requestsPerMinute: null }]]);
  });

  it('says that limits were saved and shows the values of the server', async () => {
    await page.goto(appAddress());
    await page.getByLabel('Requests a minute').fill('');
    app = { ...APP, name: 'Shop 2', requestsPerMinute: 300 };
    await press('Save');
    await page.getByRole('heading', { name: 'Shop 2', level: 1 }).waitFor();
    await expect
      .poll(() => page.getByLabel('Requests a minute').inputValue(), { timeout: 10_000 })
      .toBe('300');
    expect(await page.getByText('Saved.').count()).toBe(1);
  });

  it('reports that a password is wrong, without the advice to sign in again', async () => {
    mishaps = [{ status: 401, body: { error: { code: 'UNAUTHORIZED', message: 'The password is wrong.' } } }];
    await page.route(`${ADDRESS}/admin/v1/session`, (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: { signedIn: false } }) : route.fallback(),
    );
    await page.goto(`${ADDRESS}/console`);
    await page.getByLabel('Admin password').fill('wrong');
    await press('Sign in');
    expect(await page.getByRole('alert').textContent()).toBe('The password is wrong.');
  });

  it('loads a list again that was restored on the way back, after a search was cleared', async () => {
    await page.route(/\/admin\/v1\/apps\?/, (route) => {
      const isSearch = new URL(route.request().url()).searchParams.has('search');
      return route.fulfill({
        json: { apps: [{ ...APP, name: isSearch ? 'Found' : APP.name }], nextCursor: null },
      });
    });
    const row = (name: string) => page.getByRole('link', { name, exact: true });
    await page.goto(`${ADDRESS}/console/apps`);
    await row(APP.name).click();
    await page.getByRole('heading', { name: APP.name, level: 1 }).waitFor();
    await page.goBack();
    await row(APP.name).waitFor();
    await page.getByLabel('Search by name').fill('found');
    await row('Found').waitFor();
    await page.getByLabel('Search by name').fill('');
    await row(APP.name).waitFor();
  });

  it('waits for the answer of a busy server instead of asking again every two seconds', async () => {
    const first = Promise.withResolvers<void>();
    let asks = 0;
    await page.route(`${ADDRESS}/admin/v1/live`, async (route) => {
      asks += 1;
      // Without an answer, so that only the first call can fill the page.
      if (asks > 1) return;
      await first.promise;
      await route.fulfill({ json: IDLE }).catch(() => undefined);
    });
    await page.clock.install();
    await Promise.all([page.waitForRequest(/\/admin\/v1\/live$/), page.goto(`${ADDRESS}/console/live`)]);
    await page.clock.fastForward(5000);
    first.resolve();
    await page.getByText('No engine has workers.').waitFor();
  });

  it('says that a value must be copied by hand where browsers have no clipboard', async () => {
    await page.goto(appAddress());
    await press('Copy App ID');
    await page.getByText('Select the text and copy it by hand.').waitFor();
  });

  it('plays the audio of a request to its end while the request is polled', async () => {
    let polls = 0;
    await page.route(`${ADDRESS}/admin/v1/requests/${REQUEST.requestId}`, (route) => {
      polls += 1;
      const audioUrl = `/v1/audio/${REQUEST.requestId}.wav?expires=${polls}`;
      return route.fulfill({ json: { ...UNDELIVERED, audioUrl } });
    });
    const minute = wavFile([new Uint8Array(60 * RATE_HZ * 2)], RATE_HZ);
    const body = Buffer.from(await minute.arrayBuffer());
    await page.route(/\/v1\/audio\//, (route) => route.fulfill({ contentType: 'audio/wav', body }));
    await page.goto(`${ADDRESS}/console/requests/${REQUEST.requestId}`);
    const audio = page.locator('audio');
    await audio.waitFor();
    await page.evaluate('document.querySelector("audio").muted = true');
    await page.evaluate('document.querySelector("audio").play()');
    const played = await audio.getAttribute('src');
    const before = polls;
    await expect.poll(() => polls, { timeout: 30_000 }).toBeGreaterThan(before + 1);
    expect(await audio.getAttribute('src')).toBe(played);
    expect(await page.evaluate('document.querySelector("audio").paused')).toBe(false);
  });

  it('takes a date of a custom range that is typed on a keyboard', async () => {
    await page.goto(`${ADDRESS}/console/overview?range=custom&from=2026-11-01&to=2026-11-20`);
    const from = page.getByLabel('From', { exact: true });
    await from.focus();
    // The same in every order of day and month.
    await page.keyboard.type('0505202');
    // The page is drawn again when something arrives, which must not take back what was typed.
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    const refreshed = page.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith('/overview'),
    );
    // Without the mouse, so that the field keeps the focus.
    await refresh.dispatchEvent('click');
    await (await refreshed).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.keyboard.type('5');
    await expect.poll(() => from.inputValue(), { timeout: 10_000 }).toBe('2025-05-05');
    await expect
      .poll(() => new URL(page.url()).searchParams.get('from'), { timeout: 10_000 })
      .toBe('2025-05-05');
  });

  it('refreshes the requests up to the current hour, however long the page has been open', async () => {
    await page.clock.install({ time: new Date('2026-11-26T10:30:00Z') });
    await page.goto(`${ADDRESS}/console/overview?range=24h`);
    await page.getByRole('link', { name: /^Text to speech/ }).waitFor();
    await page.clock.fastForward('02:00:00');
    const refreshed = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/requests') && searchParams.get('to') === '2026-11-26T13:00:00.000Z';
    });
    await press('Refresh');
    await refreshed;
  });

  it('opens a dialog again without the error of an earlier attempt', async () => {
    mishaps = ['lost'];
    await page.goto(appAddress());
    await press('Revoke app…');
    await press('Revoke');
    await lost();
    await press('Keep it');
    await press('Revoke app…');
    await page.getByRole('button', { name: 'Revoke', exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('asks to sign in when the session has ended before an upload', async () => {
    const ended = { error: { code: 'UNAUTHORIZED', message: 'There is no session.' } };
    await page.route(`${ADDRESS}/admin/v1/voices`, (route) => route.fulfill({ json: { voices: [] } }));
    await page.route(`${ADDRESS}/admin/v1/voice-packs`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { voicePacks: [] } })
        : route.fulfill({ status: 401, json: ended }),
    );
    await page.goto(`${ADDRESS}/console/voices`);
    await press('Add a voice pack…');
    await page.getByLabel('Folder').setInputFiles(import.meta.dirname);
    await press('Add');
    await page.getByLabel('Admin password').waitFor();
  });

  it('keeps the pages of a list when a delivery on a later one is sent again', async () => {
    const [delivery] = UNDELIVERED.deliveries;
    const given = (deliveryId: string, state: string) => ({ ...delivery, deliveryId, state });
    await page.route(/\/admin\/v1\/webhooks/, (route) => {
      if (route.request().method() === 'POST') return route.fulfill({ json: given('second', 'pending') });
      const isLater = new URL(route.request().url()).searchParams.has('cursor');
      const deliveries = [given(isLater ? 'second' : 'first', 'dead')];
      return route.fulfill({ json: { deliveries, nextCursor: isLater ? null : 'first' } });
    });
    await page.goto(`${ADDRESS}/console/webhooks`);
    await press('Show more');
    await page.getByRole('button', { name: 'Send again', exact: true }).nth(1).click();
    const states = page.locator('.delivery .badge');
    await states.filter({ hasText: 'Pending' }).waitFor();
    expect(await states.allTextContents()).toEqual(['Given up', 'Pending']);
  });

  it('says that it is older than the server when its chart cannot be loaded, and offers a reload', async () => {
    let isUpgraded = true;
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await page.route(/\/assets\/draw-counts-/, (route) =>
      isUpgraded ? route.fulfill({ status: 404, json: {} }) : route.fallback(),
    );
    await page.goto(`${ADDRESS}/console/overview`);
    const notice = page.getByText('The page is probably older than the server.');
    await notice.waitFor();
    isUpgraded = false;
    await press('Reload');
    await page.locator('.chart canvas').waitFor();
    expect(await notice.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('keeps the focus on a button while it is busy, and sends once', async () => {
    const answered = Promise.withResolvers<void>();
    await page.route(`${ADDRESS}/admin/v1/apps/${APP.appId}`, async (route) => {
      if (route.request().method() === 'PATCH') await answered.promise;
      await route.fallback();
    });
    await page.goto(appAddress());
    await page.getByLabel('Requests a minute').fill('');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.press('Enter');
    await expect.poll(() => save.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe('true');
    await page.keyboard.press('Enter');
    answered.resolve();
    await page.getByText('Saved.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save');
    expect(asked.map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('shows its pages in a browser that blocks storage', async () => {
    await page.addInitScript({
      content: `for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get() { throw new DOMException('Blocked.', 'SecurityError'); } });
      }`,
    });
    await page.goto(appAddress());
    await press('Colours of the system; change');
    await page.getByRole('button', { name: 'Light colours; change', exact: true }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  });

  it.each([1280, 375])('fits the longest name into a window of %i pixels', async (width) => {
    app = { ...APP, name: LONGEST_NAME };
    await page.setViewportSize({ width, height: 844 });
    for (const path of [`apps/${APP.appId}`, 'apps', 'overview']) {
      await page.goto(`${ADDRESS}/console/${path}`);
      await page.getByText(LONGEST_NAME).first().waitFor({ state: 'attached' });
      if (process.env.PARLANCE_SCREENSHOTS !== undefined) {
        const name = `name-${path.replace(/[/].*/, '-one')}-${width}.png`;
        await page.screenshot({ path: `${process.env.PARLANCE_SCREENSHOTS}/${name}`, fullPage: true });
      }
      // A table may scroll inside its card, but important cells must be visible.
      const cut = await page.evaluate<string[]>(
        `[...document.querySelectorAll('select, td, th')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => element.textContent)`,
      );
      expect(cut, path).toEqual([]);
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(overhang, path).toBeLessThanOrEqual(0);
    }
  });

  it('isolates the writing direction of names', async () => {
    app = { ...APP, name: '\u202Epohs' };
    await page.goto(appAddress());
    await press('Revoke app…');
    const name = page.getByRole('dialog').locator('bdi');
    expect(await name.textContent()).toBe(app.name);
    expect(await page.title()).toBe(`\u2068${app.name}\u2069 · Parlance`);
    await page.goto(`${ADDRESS}/console/apps`);
    await page.locator('td bdi').waitFor();
  });
});
