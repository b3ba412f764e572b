import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wordErrorRate } from '@parlance/testkit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasModels } from '../service/real-speech.ts';
import { chromiumPath, launchWithMicrophone } from './chromium.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { measureWav, spoken, writeMicrophoneFile, writeWav } from './spoken-file.ts';
import { expectAccessible, layoutShiftOf, openWatched, type Watch } from './watched-page.ts';

const SAID = 'The quick brown fox jumps over the lazy dog.';
const TYPED = "What's typed here can be heard a moment later.";
/** Two of nine words may be recognized differently. */
const MAX_WORD_ERROR_RATE = 0.25;
const RATE_HZ = 16_000;
const PAUSE_SECONDS = 1.5;
const run = promisify(execFile);

declare global {
  /** Types of the events in which the page opened an audio output. */
  var outputsOpenedIn: (string | undefined)[];
}

describe.skipIf(chromiumPath === undefined || !hasModels)('the playground', () => {
  let server: RunningServer;
  let browser: Browser;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let watch: Watch;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-playground-'));
    server = await startServer({ plugins: ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'] });
    const pcm = await spoken(server, SAID, 'slt');
    const pause = Buffer.alloc(PAUSE_SECONDS * RATE_HZ * 2);
    const microphone = join(folder, 'microphone.wav');
    await Promise.all([
      writeMicrophoneFile(microphone, pcm),
      writeWav(join(folder, 'said twice.wav'), Buffer.concat([pcm, pause, pcm])),
    ]);
    browser = await launchWithMicrophone(microphone);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    context = await browser.newContext({
      locale: 'en-GB',
      permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    });
    ({ page, watch } = await openWatched(context));
    await page.goto(server.url);
  });
  afterEach(async () => {
    await context.close();
    expect(watch.faults).toEqual([]);
    expect([...watch.hosts]).toEqual([new URL(server.url).host]);
  });

  /** As on another machine, which needs a sign-in. */
  async function asStranger(): Promise<void> {
    await page.route('**/playground/token', (route) =>
      route.fulfill({ status: 401, json: { error: { code: 'UNAUTHORIZED', message: 'Sign in.' } } }),
    );
    await page.reload();
  }

  async function enter(token = server.token): Promise<void> {
    await page.getByRole('radio', { name: 'App ID and token' }).check({ force: true });
    await page.getByLabel('App ID', { exact: true }).fill(server.appId);
    await page.getByLabel('Token', { exact: true }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const choose = (mode: string): Promise<void> =>
    page.getByRole('radio', { name: mode }).check({ force: true });
  const dropFile = (file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]): Promise<void> =>
    page.locator('input[type=file]').setInputFiles(file);

  async function chooseVoice(search: string, name: string): Promise<void> {
    await page.getByRole('combobox', { name: 'Voice' }).click();
    await page.keyboard.type(search);
    await page.getByRole('option', { name }).waitFor();
    await page.keyboard.press('Enter');
  }

  async function saved(press: () => Promise<void>): Promise<Buffer> {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    return readFile(await download.path());
  }

  it('waits for a server that is still loading its models', async () => {
    let isLoading = true;
    const starting = await context.newPage();
    await starting.route('**/playground/token', (route) =>
      isLoading ? route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND' } } }) : route.continue(),
    );
    await starting.route('**/readyz', (route) =>
      isLoading ? route.fulfill({ status: 503, json: { status: 'not ready' } }) : route.continue(),
    );
    await starting.goto(server.url);
    await starting.getByRole('heading', { name: 'The models are loading' }).waitFor();
    isLoading = false;
    await starting
      .getByRole('button', { name: /^Speak/ })
      .first()
      .waitFor({ timeout: 60_000 });
    await starting.close();
  });

  it('keeps what was typed while no new token can be had, and asks again', async () => {
    let isAway = false;
    let refusals = 0;
    await page.route('**/playground/token', (route) => {
      if (!isAway) {
        const { appId, token } = server;
        // A token that must be replaced as soon as possible.
        return route.fulfill({ json: { appId, token, expiresAt: new Date().toISOString() } });
      }
      refusals += 1;
      return route.abort('connectionrefused');
    });
    await page.reload();
    await page.getByLabel('Text', { exact: true }).fill(TYPED);
    isAway = true;
    await expect.poll(() => refusals, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(TYPED);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('synthesizes with one click and without a token, with the natural voice, and plays it again', async () => {
    await page.getByRole('button', { name: 'Speak' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Voice' }).inputValue()).toBe('Joe');
    await press('Speak');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    for (const name of ['First sound', 'Total', 'Audio', 'Real-time factor'])
      expect(await page.locator('.figures > div', { hasText: name }).locator('dd').textContent()).toMatch(
        /\d/,
      );
    await page.getByRole('button', { name: 'Speak' }).waitFor();
    await press('Play the speech');
    await page.getByRole('button', { name: 'Pause the speech' }).waitFor();
    await page.getByRole('slider', { name: 'Position in the speech' }).press('Home');
  });

  it('opens one audio output for all its speech, while the click is handled', async () => {
    await page.addInitScript(() => {
      const opened: (string | undefined)[] = [];
      globalThis.outputsOpenedIn = opened;
      globalThis.AudioContext = class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          // Absent after anything was awaited.
          opened.push(window.event?.type);
        }
      };
    });
    await page.reload();
    for (const format of ['WAV', 'MP3']) {
      await page.getByLabel('Format').selectOption(format);
      await press('Speak');
      await page.getByRole('link', { name: 'Download' }).waitFor();
      await page.getByRole('button', { name: 'Speak' }).waitFor();
    }
    expect(await page.evaluate(() => globalThis.outputsOpenedIn)).toEqual(['submit']);
  });

  it('plays speech that was stopped early again, to the end of what had arrived', async () => {
    await page.getByLabel('Text', { exact: true }).fill(`${TYPED} `.repeat(60));
    await press('Speak');
    await page.getByRole('button', { name: 'Pause the speech' }).waitFor();
    await press('Stop');
    expect(await page.getByRole('link', { name: 'Download' }).count()).toBe(0);
    const position = page.getByLabel('Position in the speech');
    await position.fill('0');
    const [, arrived] = (await position.getAttribute('aria-valuetext'))?.split(' of ') ?? [];
    await press('Play the speech');
    await page.waitForFunction(
      (text) => document.querySelector('.seek')?.getAttribute('aria-valuetext') === text,
      `${arrived} of ${arrived}`,
    );
    await page.getByRole('button', { name: 'Play the speech' }).waitFor();
  });

  it('synthesizes the whole typed text with the voice that was found by typing', async () => {
    await page.getByLabel('Text', { exact: true }).fill(TYPED);
    await chooseVoice('flite female', 'Slt');
    await press('Speak');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    const file = await saved(() => page.getByRole('link', { name: 'Download' }).click());
    const { seconds, level } = measureWav(file);
    // The same voice always takes the same time for the same words.
    const expectedSeconds = (await spoken(server, TYPED, 'slt')).length / 2 / RATE_HZ;
    expect(seconds).toBeCloseTo(expectedSeconds, 1);
    expect(level).toBeGreaterThan(0.01);
    // The copied command does the same, in any shell.
    await press('Copy');
    await page.getByText('Code copied.').waitFor();
    const command = await page.evaluate(() => navigator.clipboard.readText());
    expect(command).not.toContain('eyJ');
    const env = { ...process.env, PARLANCE_TOKEN: server.token };
    expect(command).toContain('$PARLANCE_TOKEN');
    await run('sh', ['-c', command], { cwd: folder, env });
    expect(measureWav(await readFile(join(folder, 'speech.wav'))).seconds).toBeCloseTo(seconds, 1);
  });

  it.each(['MP3', 'PCM'])('speaks in %s as well', async (format) => {
    await page.getByLabel('Format').selectOption(format);
    await press('Speak');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    const file = await saved(() => page.getByRole('link', { name: 'Download' }).click());
    expect(file.length).toBeGreaterThan(10_000);
    await page.getByRole('button', { name: 'Speak' }).waitFor();
  });

  it('leaves text that is dragged into its field to the browser', async () => {
    const field = page.getByLabel('Text', { exact: true });
    const isTaken = await field.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', 'dragged');
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      element.dispatchEvent(drop);
      return drop.defaultPrevented;
    });
    expect(isTaken).toBe(false);
  });

  it('can choose a voice by keyboard alone', async () => {
    const voice = page.getByRole('combobox', { name: 'Voice' });
    const first = await voice.inputValue();
    await voice.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const active = await voice.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('role')).toBe('option');
    await page.keyboard.press('Escape');
    expect(await voice.inputValue()).toBe(first);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await voice.getAttribute('aria-expanded')).toBe('false');
    expect(await voice.inputValue()).not.toBe(first);
  });

  it('shows interim and then final results of live speech', async () => {
    await choose('Listen');
    await press('Start listening');
    await page.locator('.interim').waitFor();
    expect(await page.locator('.level-text').textContent()).toMatch(/dB|silent/);
    await page.locator('.final').first().waitFor();
    await press('Stop');
    await page.getByRole('button', { name: 'Start listening' }).waitFor();
    const heard = (await page.locator('.final').allInnerTexts()).join(' ');
    expect(wordErrorRate(SAID, heard).rate, heard).toBeLessThan(MAX_WORD_ERROR_RATE);
    expect(await page.getByRole('alert').count()).toBe(0);
    const recording = await saved(() => press('Recording'));
    expect(measureWav(recording).seconds).toBeGreaterThan(2);
    await press('Play the recording');
    await page.getByRole('button', { name: 'Pause the recording' }).waitFor();
  });

  it('transcribes a recording with times, plays it from an utterance, and saves it in four formats', async () => {
    await choose('Transcribe');
    await dropFile(join(folder, 'said twice.wav'));
    await page.locator('.final').nth(1).waitFor();
    const texts = await page.locator('.final').allInnerTexts();
    for (const text of texts) expect(wordErrorRate(SAID, text).rate, text).toBeLessThan(MAX_WORD_ERROR_RATE);
    await page
      .getByRole('button', { name: /^Play from/ })
      .nth(1)
      .click();
    await page.locator('li.heard', { hasText: texts[1] ?? '' }).waitFor();

    const text = async (format: string): Promise<string> => (await saved(() => press(format))).toString();
    expect(await text('TXT')).toBe(`${texts.join('\n')}\n`);
    expect(await text('SRT')).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\n/);
    expect(await text('VTT')).toMatch(/^WEBVTT\n\n00:00:0\d\.\d{3} --> /);
    const { utterances } = JSON.parse(await text('JSON'));
    expect(utterances.map((utterance: { text: string }) => utterance.text)).toEqual(texts);
    expect(utterances[1].startTime).toBeGreaterThan(utterances[0].endTime);

    const command = await page.locator('.code code').textContent();
    const env = { ...process.env, PARLANCE_TOKEN: server.token };
    const { stdout } = await run('sh', ['-c', command ?? ''], { cwd: folder, env });
    expect(JSON.parse(stdout).segments.map((segment: { text: string }) => segment.text)).toEqual(texts);
  });

  it('reports a file that is not audio', async () => {
    await choose('Transcribe');
    await dropFile({ name: 'a.wav', mimeType: 'audio/wav', buffer: Buffer.from('not a recording') });
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/audio|recording|WAV/i);
  });

  it('does not offer to play the previous recording in place of one that the browser cannot play', async () => {
    await choose('Transcribe');
    await dropFile(join(folder, 'said twice.wav'));
    const play = page.getByRole('button', { name: 'Play the recording', exact: true });
    await expect.poll(() => play.isEnabled(), { timeout: 60_000 }).toBe(true);
    await dropFile({ name: 'a.wav', mimeType: 'audio/wav', buffer: Buffer.from('not a recording') });
    await page.getByRole('alert').waitFor();
    expect(await play.isDisabled()).toBe(true);
  });

  it('refuses a wrong token or password with an error', async () => {
    await asStranger();
    await enter('wrong');
    await page.getByRole('alert').filter({ hasText: 'Check the App ID and the token' }).waitFor();
    await page.getByRole('radio', { name: 'Admin password' }).check({ force: true });
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await press('Sign in');
    await page.getByRole('alert').filter({ hasText: 'The password is wrong.' }).waitFor();
  });

  it('remembers the app after a reload, only in its own tab, until it is forgotten', async () => {
    await asStranger();
    await enter();
    await page.getByRole('button', { name: 'Speak' }).waitFor();
    await page.reload();
    await page.getByText(server.appId).first().waitFor();
    // A server that cannot answer says nothing about the app.
    await page.route('**/v1/models', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'storage_failed', message: 'Not now.' } } }),
    );
    await page.reload();
    await page.getByText('Not now.').waitFor();
    await page.unroute('**/v1/models');
    await press('Try again');
    await page.getByText(server.appId).first().waitFor();
    const other = await context.newPage();
    await other.goto(server.url);
    await other.getByRole('heading', { name: 'Playground' }).waitFor();
    expect(await other.evaluate(() => sessionStorage.length)).toBe(0);
    await press('Forget it');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('can be read and used by everybody, %s and %i wide', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    const check = async (what: string): Promise<void> => {
      await page.locator('.waveform div').first().waitFor({ state: 'attached' });
      await expectAccessible(page, what);
      const shot = process.env.PARLANCE_SCREENSHOTS;
      const name = `playground-${what}-${colorScheme}-${width}.png`;
      if (shot !== undefined) await page.screenshot({ path: join(shot, name), fullPage: true });
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang, what).toBeLessThanOrEqual(0);
    };
    await asStranger();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(page, 'sign-in');
    await page.unroute('**/playground/token');
    await page.reload();
    await page.getByRole('button', { name: 'Speak' }).waitFor();
    await check('speak');
    await press('Speak');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await check('spoken');
    await page.getByRole('combobox', { name: 'Voice' }).click();
    await page.getByRole('option').first().waitFor();
    await check('voices');
    await page.keyboard.press('Escape');
    await choose('Listen');
    await check('listen');
    await choose('Transcribe');
    await check('file');
    await dropFile(join(folder, 'said twice.wav'));
    await page.locator('.final').nth(1).waitFor();
    await check('transcribed');
    expect(await layoutShiftOf(page)).toBeLessThan(0.1);
  });
});
