import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from './chromium.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { expectAccessible, layoutShiftOf, openWatched, type Watch } from './watched-page.ts';

const DAY_MS = 86_400_000;
const LONG_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const TEXT = 'The console shows what became of this sentence.';

describe.skipIf(chromiumPath === undefined)('the console', () => {
  let server: RunningServer;
  let browser: Browser;
  let receiver: Server;
  const delivered: string[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      delivered.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(204).end());
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    [server, browser] = await Promise.all([
      startServer({ allowNetworks: ['127.0.0.0/8'] }),
      launchChromium(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
    receiver.close();
  });

  /** A separate browser profile in British English, with access to the clipboard. */
  async function newContext(
    options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
  ): Promise<BrowserContext> {
    const { colorScheme = 'light', width = 1280 } = options;
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 844 },
      locale: 'en-GB',
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    return context;
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Admin password').fill(server.adminToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').waitFor();
  }

  function expectNoFault({ faults, hosts }: Watch): void {
    expect(faults).toEqual([]);
    expect([...hosts]).toEqual([new URL(server.url).host]);
  }

  interface Caller {
    readonly appId: string;
    readonly token: string;
  }

  function callTts({ appId, token }: Caller, body: object): Promise<Response> {
    return fetch(`${server.url}/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'app-id': appId, 'content-type': 'application/json' },
      body: JSON.stringify({ voiceCode: 'slt', text: TEXT, ...body }),
    });
  }

  const webhookUrl = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/result`;

  async function createApp(page: Page, name: string): Promise<Caller> {
    await page.getByRole('link', { name: 'Apps' }).click();
    await page.getByRole('link', { name: 'New app' }).click();
    await page.getByLabel('API integration').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('App name').fill(name);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByRole('heading', { name: `${name} is ready` }).waitFor();
    return {
      appId: await page.getByLabel('App ID', { exact: true }).inputValue(),
      token: await page.getByLabel('Token', { exact: true }).inputValue(),
    };
  }

  it('refuses a wrong password with the reason', async () => {
    const { page, watch } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/apps`);
    await page.getByLabel('Admin password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await signIn(page);
    // The sign-in leads to the requested page.
    await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Admin password').waitFor();
    await page.reload();
    await page.getByLabel('Admin password').waitFor();
    expectNoFault(watch);
    await page.context().close();
  });

  it('keeps the user signed in, with an error, if the sign-out does not reach the server', async () => {
    const { page } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/apps`);
    await signIn(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alert').getByText('The server does not answer.').waitFor();
    await page.getByRole('heading', { name: 'Apps', level: 1 }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Admin password').waitFor();
    await page.reload();
    await page.getByLabel('Admin password').waitFor();
    await page.context().close();
  });

  it('shows the resulting date of each expiry, and today for a custom one', async () => {
    const { page } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/apps/new`);
    await signIn(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('App name').fill('Dates');
    await page.getByRole('button', { name: 'Continue' }).click();
    const result = page.getByText(/^The token (never )?expires/);
    for (const days of [7, 30, 60, 90]) {
      await page.getByLabel(`${days} days`).check();
      expect(await result.textContent()).toContain(LONG_DAY.format(Date.now() + days * DAY_MS));
    }
    await page.getByLabel('Permanent').check();
    expect(await result.textContent()).toContain('never expires');
    await page.getByLabel('Custom').check();
    const today = new Date();
    const field = page.getByLabel('Expiry date', { exact: true });
    const isoDay = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`;
    expect(await field.inputValue()).toBe(isoDay);
    await field.fill('2031-05-04');
    expect(await result.textContent()).toContain('4 May 2031');
    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByRole('heading', { name: 'Dates is ready' }).waitFor();
    await page.getByText('The token expires on 4 May 2031.').waitFor();
    await page.context().close();
  });

  it('manages an app from its creation to its revocation', async () => {
    const { page, watch } = await openWatched(await newContext());
    await page.goto(`${server.url}/console`);
    await signIn(page);
    const caller = await createApp(page, 'Walk');
    await page.getByRole('button', { name: 'Copy Token' }).click();
    await page.getByText('Token copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(caller.token);

    // The token is valid over HTTP.
    const live = await callTts(caller, { mode: 'sync', outputFormat: 'wav' });
    expect(live.status).toBe(200);
    expect((await live.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    const batch = await callTts(caller, { mode: 'async', webhookUrl: webhookUrl() });
    const { requestId } = (await batch.json()) as { requestId: string };
    await expect.poll(() => delivered.length).toBe(1);

    // The overview counts both, and links to each.
    await page.getByRole('link', { name: 'Go to the app' }).click();
    await page.getByRole('link', { name: 'Its requests' }).click();
    await page.locator('.chart canvas').waitFor();
    await page.getByText('As a table').click();
    await page
      .getByRole('region', { name: 'Over time' })
      .getByRole('cell', { name: '2', exact: true })
      .waitFor();
    const speech = page.getByRole('region', { name: 'Text to speech' });
    await speech.getByRole('button', { name: 'Success 2' }).click();
    await page.getByRole('row', { name: /Text to speech batch/ }).waitFor();
    await page.getByRole('link', { name: /Text to speech batch/ }).click();
    await page.getByRole('heading', { name: 'Text to speech', level: 1 }).waitFor();
    await page.getByText(requestId).waitFor();
    await page.getByText(`${TEXT.length} characters`).waitFor();
    await page.getByText('slt', { exact: true }).waitFor();
    await expect
      .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration), {
        timeout: 30_000,
      })
      .toBeGreaterThan(1);
    await page.getByText('Answered 204').waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => delivered.length).toBe(2);
    expect(delivered[1]).toBe(delivered[0]);
    await expect.poll(() => page.getByText('Answered 204').count()).toBe(2);

    // The account: found by name, topped up, limited, exported.
    await page.getByRole('link', { name: 'Apps' }).click();
    await page.getByLabel('Search by name').fill('wal');
    await page.getByRole('link', { name: 'Walk' }).click();
    await page.getByLabel('Add credits').fill('1500');
    await page.getByLabel('Add seconds').fill('60');
    await page.getByRole('button', { name: 'Top up' }).click();
    const balance = page.getByRole('region', { name: 'Balance' });
    await balance.getByText(/^1,(500|4\d\d)/).waitFor();
    await page.getByLabel('Requests a minute').fill('600');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Walk' }).waitFor();
    expect(await page.getByLabel('Requests a minute').inputValue()).toBe('600');
    const [ledger] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Ledger as CSV' }).click(),
    ]);
    expect(await readFile(await ledger.path(), 'utf8')).toContain('grant');
    await page.getByRole('button', { name: 'Rotate secret…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    expect(await page.getByLabel('New secret, shown only once').inputValue()).toMatch(/^whsec_/);

    // Revoked: refused at once.
    await page.getByRole('button', { name: 'Revoke app…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Its token has been refused since').waitFor();
    const refused = await callTts(caller, { mode: 'sync' });
    expect(refused.status).toBe(401);

    // The audit log contains all of it.
    await page.getByRole('link', { name: 'Audit' }).click();
    for (const action of [
      'App created',
      'App topped up',
      'App changed',
      'App revoked',
      'Webhook sent again',
      'Webhook secret rotated',
    ]) {
      await page.getByRole('cell', { name: action }).first().waitFor();
    }
    expectNoFault(watch);
    await page.context().close();
  });

  it('leaves out a page of requests that arrives after the filter was changed', async () => {
    const { page } = await openWatched(await newContext());
    const lineOf = (requestId: string): object => ({
      requestId,
      appId: server.appId,
      type: 'synthesis',
      kind: 'batch',
      status: 'failed',
      createdAt: '2026-11-26T00:00:00.000Z',
      finishedAt: null,
      progress: { done: 0, total: 5 },
      error: null,
    });
    const rest = Promise.withResolvers<void>();
    await page.route('**/admin/v1/requests?*', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      if (query.has('cursor')) await rest.promise;
      const name = `${query.get('status') ?? 'all'}-${query.get('cursor') ?? 'first'}`;
      await route.fulfill({ json: { requests: [lineOf(name)], nextCursor: 'rest' } });
    });
    await page.goto(`${server.url}/console`);
    await signIn(page);
    const row = (name: string) => page.locator(`a[href$="/requests/${name}"]`);
    await row('all-first').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByLabel('Status').selectOption('failed');
    await row('failed-first').waitFor();
    expect(await row('all-first').count()).toBe(0);
    rest.resolve();
    // The button is ready again when the answer has been taken.
    await page.getByRole('button', { name: 'Show more' }).waitFor();
    expect(await row('all-rest').count()).toBe(0);
    await page.getByRole('button', { name: 'Show more' }).click();
    await row('failed-rest').waitFor();
    await page.context().close();
  });

  it('plays voices, and shows the live state', async () => {
    const { page, watch } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/voices`);
    await signIn(page);
    const [sample] = await Promise.all([
      page.waitForResponse(/demo\.mp3$/),
      page
        .getByRole('button', { name: /^Play / })
        .first()
        .click(),
    ]);
    // Players request ranges.
    expect(sample.status()).toBe(206);
    await page.getByRole('button', { name: /^Assign .*\(kal\)/ }).click();
    await page.getByLabel('Used by').selectOption(server.appId);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Personal', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a voice pack…' }).click();
    await page.getByLabel('Folder').setInputFiles(import.meta.dirname);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('The pack has no voice-pack.json.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Search voices').fill('no such voice');
    await page.getByText('No matching voices.').waitFor();
    await page.getByRole('link', { name: 'Live' }).click();
    await page.getByRole('region', { name: 'Workers' }).waitFor();
    const isLive = (url: string): boolean => url.endsWith('/admin/v1/live');
    await page.waitForResponse((response) => isLive(response.url()));
    await page.getByRole('link', { name: 'Status' }).click();
    const dependencies = page.getByRole('region', { name: 'Dependencies' });
    await dependencies.getByText('Up', { exact: true }).nth(2).waitFor();
    expect(await dependencies.getByText('Down').count()).toBe(0);
    const engines = page.getByRole('region', { name: /^Engines of / });
    await engines.getByRole('cell', { name: 'flite', exact: true }).waitFor();
    await page.getByText('embedded database').waitFor();
    expectNoFault(watch);
    await page.context().close();
  });

  it('edits the vocabulary of an app, also by keyboard', async () => {
    const { page, watch } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/apps/${server.appId}`);
    await signIn(page);
    await page.getByRole('link', { name: 'Vocabulary' }).click();
    await page.getByRole('heading', { name: 'Vocabulary', level: 1 }).waitFor();
    await page.getByText('No terms yet.').waitFor();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    await page.getByRole('button', { name: 'Add a term' }).press('Enter');
    // An error is shown at its field, which has the focus.
    await field('Said as').fill('x'.repeat(201));
    await field('Term').fill('Siobhan');
    await page.keyboard.press('Enter');
    await dialog
      .getByText('Said as has 201 characters; the limit is 200: write how it sounds, in short.')
      .waitFor();
    expect(await field('Said as').getAttribute('aria-invalid')).toBe('true');
    expect(await field('Said as').evaluate((element) => element === document.activeElement)).toBe(true);
    await expectAccessible(page, 'a term with a fault');
    await field('Said as').fill('shivawn');
    await field('May be heard as').fill('chevron\nshe von');
    const [spoken] = await Promise.all([
      page.waitForResponse(/v1\/tts$/),
      dialog.getByRole('button', { name: 'Hear it' }).click(),
    ]);
    expect(spoken.status()).toBe(200);
    expect(JSON.parse(spoken.request().postData() ?? '{}').vocabulary[0].saidAs).toBe('shivawn');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('was added.').waitFor();
    await page.getByText('chevron · she von').waitFor();
    // A term can be added only once.
    await page.getByRole('button', { name: 'Add a term' }).click();
    await field('Term').fill('Siobhan');
    await page.keyboard.press('Enter');
    await dialog.getByText('This term is already in the list').waitFor();
    await field('Term').fill('Ozempic');
    await page.keyboard.press('Enter');
    await page.getByText('2 terms').waitFor();
    await expectAccessible(page, 'vocabulary');
    await page.getByRole('button', { name: 'Edit Siobhan' }).press('Enter');
    await field('Said as').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('was saved.').waitFor();
    // This server has no recognizer.
    await page.getByRole('button', { name: 'Learn misheard forms…' }).click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page, 'learning');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete Siobhan' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('1 term', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Edit Ozempic' }).waitFor();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('cell', { name: 'Vocabulary changed' }).first().waitFor();
    expectNoFault(watch);
    await page.context().close();
  });

  it('opens the playground as an app', async () => {
    const { page, watch } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/apps/${server.appId}`);
    await signIn(page);
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Speak' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expectNoFault(watch);
    await page.context().close();
  });

  it('advises what to do while the server does not answer, and continues when it does', async () => {
    const context = await newContext();
    const { page } = await openWatched(context);
    await page.goto(`${server.url}/console/apps`);
    await signIn(page);
    await page.getByRole('cell', { name: 'default' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Voices' }).click();
    await page.getByRole('alert').getByText('The server does not answer.').waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .waitFor();
    await context.close();
  });

  describe.each([
    { colorScheme: 'light', width: 1440 },
    { colorScheme: 'dark', width: 1440 },
    { colorScheme: 'light', width: 390 },
    { colorScheme: 'dark', width: 390 },
  ] as const)('in $colorScheme colours at $width pixels', ({ colorScheme, width }) => {
    it('is accessible, does not shift and fits the screen on every page', async () => {
      const { page, watch } = await openWatched(await newContext({ colorScheme, width }));
      await page.goto(`${server.url}/console`);
      await page.getByLabel('Admin password').waitFor();
      await expectAccessible(page, 'sign-in');
      await signIn(page);
      await callTts(server, { mode: 'async', webhookUrl: webhookUrl() });
      const details = await page.evaluate(async () => {
        const requests = await (await fetch('/admin/v1/requests')).json();
        return `requests/${requests.requests[0].requestId}`;
      });
      const pages = [
        'overview',
        'apps',
        'apps/new',
        `apps/${server.appId}`,
        `apps/${server.appId}/vocabulary`,
        details,
        'voices',
        'models',
        'live',
        'status',
      ];
      for (const path of [...pages, 'webhooks', 'audit', 'nowhere']) {
        await page.goto(`${server.url}/console/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await expect.poll(() => page.getByText('Loading', { exact: true }).count()).toBe(0);
        await expectAccessible(page, path);
        expect(await layoutShiftOf(page), path).toBeLessThan(0.1);
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overhang, path).toBeLessThanOrEqual(0);
      }
      expectNoFault(watch);
      await page.context().close();
    });
  });

  it('restores the list on the way back from a request, and counts refused calls', async () => {
    const { page, watch } = await openWatched(await newContext());
    await page.goto(`${server.url}/console`);
    await signIn(page);
    const caller = await createApp(page, 'Many');
    for (let count = 0; count < 45; count += 1)
      expect((await callTts(caller, { mode: 'async', webhookUrl: webhookUrl() })).status).toBe(200);
    const stranger = await callTts({ ...caller, token: 'wrong' }, { mode: 'sync' });
    expect(stranger.status).toBe(401);
    await page.getByRole('link', { name: 'Go to the app' }).click();
    await page.getByRole('link', { name: 'Its requests' }).click();
    const rows = page.getByRole('region', { name: 'Requests' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(21);
    await page.getByRole('button', { name: 'More' }).click();
    await expect.poll(() => rows.count()).toBe(41);
    const chosen = page.getByRole('link', { name: /Text to speech batch/ }).nth(35);
    await chosen.scrollIntoViewIfNeeded();
    const [left, address] = await Promise.all([page.evaluate(() => scrollY), chosen.getAttribute('href')]);
    expect(left).toBeGreaterThan(500);
    await chosen.click();
    await page.getByRole('heading', { name: 'Text to speech', level: 1 }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => rows.count()).toBe(41);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
    expect(await chosen.getAttribute('href')).toBe(address);
    await page.getByRole('button', { name: 'More' }).click();
    await expect.poll(() => rows.count()).toBe(46);

    // The counts of refused calls are stored with a delay.
    const refused = page.getByRole('region', { name: 'Refused calls' });
    await expect
      .poll(
        async () => {
          await page.reload();
          await page.locator('.chart canvas').waitFor();
          return refused.getByRole('row', { name: /Token missing, invalid or expired/ }).count();
        },
        { timeout: 120_000, interval: 2000 },
      )
      .toBe(1);
    await expectAccessible(page, 'refused calls');
    expectNoFault(watch);
    await page.context().close();
  });

  it('shows the focus, and works by keyboard alone', async () => {
    const { page } = await openWatched(await newContext());
    await page.goto(`${server.url}/console/apps`);
    await signIn(page);
    await page.getByRole('cell', { name: 'default' }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'default' }).waitFor();
    const unseen: string[] = [];
    const reached: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        // After the last control the focus moves to the browser's own bar.
        if (element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          name: element.textContent?.trim() || element.getAttribute('aria-label') || element.tagName,
          hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
        };
      });
      if (focused === undefined) break;
      reached.push(focused.name);
      if (!focused.hasOutline) unseen.push(focused.name);
    }
    expect(unseen).toEqual([]);
    expect(reached).toEqual(
      expect.arrayContaining(['Skip to the content', 'Overview', 'New app', 'default']),
    );
    await page.getByRole('link', { name: 'New app' }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New app');
    await page.context().close();
  });
});
