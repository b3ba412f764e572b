import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  process.env.PARLANCE_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of an installed browser; without one browser tests are skipped. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));

if (chromiumPath === undefined) {
  console.warn('The browser tests are skipped: no chromium is installed (apt-get install chromium).');
}

/** With a simulated microphone that plays a WAV file once. */
export function launchWithMicrophone(path: string): Promise<Browser> {
  return launchChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${path}%noloop`,
  ]);
}

/** @param args additional switches */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath ?? '',
    // Containers and CI machines run as root, where the sandbox does not work.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required', ...args],
  });
}
