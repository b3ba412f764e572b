import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordErrorRate } from '@parlance/testkit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasModels } from '../service/real-speech.ts';
import { chromiumPath, launchChromium } from './chromium.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { measureWav, spoken, writeMicrophoneFile, writeWav } from './spoken-file.ts';
import { expectAccessible, openWatched, type Watch } from './watched-page.ts';

const SAID = 'The quick brown fox jumps over the lazy dog.';
const TYPED = 'What is typed here can be heard a moment later.';
/** What people and machines understand differently in a sentence of nine words: two of them. */
const MAX_WORD_ERROR_RATE = 0.25;

describe.skipIf(chromiumPath === undefined || !hasModels)('the page to try the service on', () => {
  let server: RunningServer;
  let browser: Browser;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let watch: Watch;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-try-'));
    server = await startServer({ plugins: ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'] });
    const pcm = await spoken(server, SAID, 'slt');
    const microphone = join(folder, 'microphone.wav');
    await Promise.all([writeMicrophoneFile(microphone, pcm), writeWav(join(folder, 'said.wav'), pcm)]);
    browser = await launchChromium([
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}%noloop`,
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-GB', permissions: ['microphone'] });
    ({ page, watch } = await openWatched(context));
    await page.goto(`${server.url}/try`);
  });
  afterEach(async () => {
    await context.close();
    expect(watch.faults).toEqual([]);
    expect([...watch.hosts]).toEqual([new URL(server.url).host]);
  });

  async function enter(token = server.token): Promise<void> {
    await page.getByLabel('App ID').fill(server.appId);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  async function choose(trial: string): Promise<void> {
    await page.getByRole('radio', { name: trial }).check({ force: true });
  }

  it('shows what is said while it is said, and then for good', async () => {
    await enter();
    await page.getByRole('button', { name: 'Start listening' }).click();
    await page.locator('.interim').first().waitFor();
    expect(await page.locator('.interim, .final').first().textContent()).toMatch(/\w{2}/);
    await page.locator('.final').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Start listening' }).waitFor();
    const heard = (await page.locator('.final').allInnerTexts()).join(' ');
    expect(wordErrorRate(SAID, heard).rate, heard).toBeLessThan(MAX_WORD_ERROR_RATE);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('speaks what is typed, all of it, and lets it be heard again', async () => {
    await enter();
    await choose('Text to speech');
    await page.getByLabel('Text', { exact: true }).fill(TYPED);
    await page.getByLabel('Voice').selectOption('slt');
    await page.getByRole('button', { name: 'Speak' }).click();
    const player = page.getByLabel('What was spoken');
    await player.waitFor();
    const shownSeconds = await player.evaluate(
      (audio: HTMLAudioElement) =>
        new Promise<number>((resolve) => {
          if (audio.readyState > 0) resolve(audio.duration);
          audio.onloadedmetadata = () => resolve(audio.duration);
        }),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const { seconds, level } = measureWav(await readFile(await download.path()));
    // The same voice never takes another time for the same words.
    const expectedSeconds = (await spoken(server, TYPED, 'slt')).length / 2 / 16_000;
    expect(seconds).toBeCloseTo(expectedSeconds, 1);
    expect(shownSeconds).toBeCloseTo(seconds, 1);
    expect(level).toBeGreaterThan(0.01);
    await page.getByRole('button', { name: 'Speak' }).waitFor();
  });

  it('writes down a recording', async () => {
    await enter();
    await choose('File to text');
    await page.getByLabel('Recording').setInputFiles(join(folder, 'said.wav'));
    await page.getByRole('button', { name: 'Transcribe' }).click();
    const text = (await page.locator('.transcript').textContent()) ?? '';
    expect(wordErrorRate(SAID, text).rate, text).toBeLessThan(MAX_WORD_ERROR_RATE);
  });

  it('says that a file is no audio', async () => {
    await enter();
    await choose('File to text');
    await page
      .getByLabel('Recording')
      .setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: Buffer.from('not a recording') });
    await page.getByRole('button', { name: 'Transcribe' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('can’t read this file as audio');
  });

  it('lets nobody on with a wrong token, and says so', async () => {
    await enter('wrong');
    expect(await page.getByRole('alert').textContent()).toContain('Check the App ID and the token');
  });

  it('knows the app after a reload, in its own tab only, until it is told to forget it', async () => {
    await enter();
    await page.getByRole('button', { name: 'Start listening' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Start listening' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${server.url}/try`);
    await other.getByLabel('App ID').waitFor();
    await page.getByRole('button', { name: 'Other app' }).click();
    await page.reload();
    await page.getByLabel('App ID').waitFor();
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('can be read and used by everybody, %s and %i wide', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page, 'the form');
    await enter();
    for (const trial of ['Microphone', 'Text to speech', 'File to text']) {
      await choose(trial);
      await expectAccessible(page, trial);
      const shot = process.env.PARLANCE_SCREENSHOTS;
      if (shot !== undefined) await page.screenshot({ path: join(shot, `try-${trial}-${colorScheme}.png`) });
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang, trial).toBeLessThanOrEqual(0);
    }
  });
});
