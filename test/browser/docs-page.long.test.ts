import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../packages/http/src/endpoints/endpoints.ts';
import { openaiApi } from '../../packages/openai/src/index.ts';
import { openaiRealtimeApi } from '../../packages/realtime/src/index.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { expectAccessible, openWatched } from './watched-page.ts';

describe.skipIf(chromiumPath === undefined)('the page of the REST interface', () => {
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'shows every endpoint to everybody and asks nobody but its own server, %s and %i wide',
    async (scheme, width) => {
      const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: 844 } });
      const { page, watch } = await openWatched(context);
      await page.goto(`${server.url}/docs`);
      await page.locator('.opblock').first().waitFor();
      const beside = [openaiApi(), openaiRealtimeApi()].flatMap(({ paths }) => Object.keys(paths));
      expect(await page.locator('.opblock').count()).toBe(ENDPOINTS.length + beside.length);
      await page.locator('#operations-Speech-createSpeech .opblock-summary-control').click();
      await page.getByText('The audio (sync), or the id of the request (async).').waitFor();
      await expectAccessible(page, 'the page');
      const shots = process.env.PARLANCE_SCREENSHOTS;
      if (shots !== undefined) await page.screenshot({ path: join(shots, `docs-${scheme}.png`) });
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang).toBeLessThanOrEqual(0);
      expect([...watch.hosts]).toEqual([new URL(server.url).host]);
      expect(watch.faults).toEqual([]);
      await context.close();
    },
  );

  it('calls the server as an app from the page', async () => {
    const context = await browser.newContext();
    const { page } = await openWatched(context);
    await page.goto(`${server.url}/docs`);
    await page.locator('#operations-Server-getHealth .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse(`${server.url}/healthz`);
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    await context.close();
  });
});
