import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from '../service/real-speech.ts';
import { chromiumPath, launchWithMicrophone } from './chromium.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { spoken, writeMicrophoneFile, writeWav } from './spoken-file.ts';
import { expectAccessible, layoutShiftOf, openWatched, type Watch } from './watched-page.ts';

const SAID = 'The quick brown fox jumps over the lazy dog.';
const TYPED = '  It costs $42 today, and nobody knows why. Somebody will find out tomorrow.';
const TYPED_WORDS = TYPED.trim().split(' ');
/** A highlight lasts some tenths of a second, so a busy machine draws only a few of them. */
const LEAST_SEEN = 0.5;

describe.skipIf(chromiumPath === undefined || !hasModels)('the playground with an aligner', () => {
  let server: RunningServer;
  let browser: Browser;
  let folder: string;
  let page: Page;
  let watch: Watch;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-said-'));
    const plugins = ['sherpa-onnx', 'flite', 'espeak-ng'].map((name) => `@parlance/plugin-${name}`);
    server = await startServer({ plugins });
    const pcm = await spoken(server, SAID, 'slt');
    const microphone = join(folder, 'microphone.wav');
    await Promise.all([writeMicrophoneFile(microphone, pcm), writeWav(join(folder, 'said.wav'), pcm)]);
    browser = await launchWithMicrophone(microphone);
    const context = await browser.newContext({ locale: 'en-GB', permissions: ['microphone'] });
    ({ page, watch } = await openWatched(context));
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Speak' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const shoot = async (name: string): Promise<void> => {
    const shots = process.env.PARLANCE_SCREENSHOTS;
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${name}.png`) });
  };

  /** Records each word that is highlighted from now on. */
  const watchMarks = (selector: string): Promise<void> =>
    page.evaluate((marks) => {
      const seen: string[] = [];
      Object.assign(globalThis, { seenWords: seen });
      const look = (): void => {
        const word = document.querySelector(marks)?.textContent;
        if (word && word !== seen.at(-1)) seen.push(word);
      };
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
    }, selector);
  const seenWords = (): Promise<string[]> =>
    page.evaluate(() => (globalThis as unknown as { seenWords: string[] }).seenWords);

  /** Checks that most of the words were seen in order. */
  function expectInOrder(seen: readonly string[], words: readonly string[]): void {
    const places = seen.map((word) => words.indexOf(word));
    expect(places, seen.join(' ')).toEqual([...new Set(places)].sort((one, other) => one - other));
    expect(places, seen.join(' ')).not.toContain(-1);
    expect(seen.length / words.length, seen.join(' ')).toBeGreaterThan(LEAST_SEEN);
  }

  it('highlights each word of the typed text while it is said', async () => {
    await page.getByLabel('Text', { exact: true }).fill(TYPED);
    await page.getByRole('combobox', { name: 'Voice' }).click();
    await page.keyboard.type('flite female');
    await page.getByRole('option', { name: 'Slt' }).waitFor();
    await page.keyboard.press('Enter');
    await press('Speak');
    await page.getByRole('link', { name: 'Download' }).waitFor();
    await page.getByRole('button', { name: 'Speak' }).waitFor();
    await watchMarks('.prose-copy mark');
    await press('Play the speech');
    await page.locator('.prose-copy mark').waitFor();
    expect(await page.locator('.prose-copy').textContent()).toBe(TYPED);
    await expectAccessible(page, 'said');
    await shoot('said-speech');
    await page.getByRole('button', { name: 'Play the speech' }).waitFor();
    expectInOrder(await seenWords(), TYPED_WORDS);
    // After a change the text is no longer the one that is played.
    await page.getByLabel('Text', { exact: true }).fill('Something else.');
    await press('Play the speech');
    await page.getByRole('button', { name: 'Pause the speech' }).waitFor();
    expect(await page.locator('.prose-copy mark').count()).toBe(0);
    await press('Pause the speech');
  });

  it('highlights each word of a recording during playback', async () => {
    await page.getByRole('radio', { name: 'Transcribe' }).check({ force: true });
    await page.locator('input[type=file]').setInputFiles(join(folder, 'said.wav'));
    await page.locator('.final').first().waitFor();
    const text = (await page.locator('.final').first().textContent()) ?? '';
    await watchMarks('.said');
    await page.getByRole('button', { name: /^Play from/ }).click();
    await page.locator('.said').waitFor();
    await shoot('said-transcript');
    await page.getByRole('button', { name: 'Play the recording' }).waitFor();
    expectInOrder(await seenWords(), text.split(' '));
  });

  it('highlights each word of a microphone recording during playback', async () => {
    await page.getByRole('radio', { name: 'Listen' }).check({ force: true });
    await press('Start listening');
    await page.locator('.final').first().waitFor();
    await press('Stop');
    await page.getByRole('button', { name: 'Start listening' }).waitFor();
    await watchMarks('.said');
    await page
      .getByRole('button', { name: /^Play from/ })
      .first()
      .click();
    await page.locator('.said').waitFor();
    expect(watch.faults).toEqual([]);
    expect(await layoutShiftOf(page)).toBeLessThan(0.1);
  });
});
