import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fitTone, tone } from '../../test/tone.ts';
import { wavBytes } from '../../test/wav-bytes.ts';
import { createAudioReader, decodeWavForRecognition } from './audio-reader.ts';
import { joinSamples } from './join-samples.ts';

const FREQUENCY_HZ = 440;

function toneWav(sampleRateHz: number, frames: number): Uint8Array {
  const samples = Int16Array.from(tone(FREQUENCY_HZ, sampleRateHz, frames), (value) =>
    Math.round(value * 32_767),
  );
  return wavBytes({ sampleRateHz, samples: new Uint8Array(samples.buffer) });
}

describe('decodeWavForRecognition', () => {
  it.each([8000, 16_000, 22_050, 32_000, 44_100, 48_000])(
    'resamples %i Hz to 16 kHz without seams',
    async (rateHz) => {
      const frames = rateHz * 3 + 77;
      const windows = await Array.fromAsync(decodeWavForRecognition(toneWav(rateHz, frames), 16_000));
      const samples = joinSamples(windows);
      expect(samples.length).toBe(Math.round((frames * 16_000) / rateHz));
      expect(Math.max(...windows.map((window) => window.length))).toBeLessThanOrEqual(16_001);
      const fit = fitTone(samples, FREQUENCY_HZ, 16_000);
      expect(fit.amplitude).toBeCloseTo(0.9, 3);
      // Only the rounding to 16 bits is left; a seam would be far above it.
      expect(fit.residueRms).toBeLessThan(2e-5);
    },
  );

  it('reads a path, and refuses a malicious file before native code reads it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-reader-'));
    try {
      const path = join(folder, 'a.wav');
      await writeFile(path, toneWav(44_100, 50_000));
      const samples = joinSamples(await Array.fromAsync(decodeWavForRecognition(path, 16_000)));
      expect(samples.length).toBe(Math.round((50_000 * 16_000) / 44_100));
      await writeFile(path, wavBytes({ sampleRateHz: 1 }));
      const codec = { openResampler: () => expect.unreachable('a resampler for 1 Hz') };
      await expect(Array.fromAsync(decodeWavForRecognition(path, 16_000, { codec }))).rejects.toMatchObject({
        code: 'AUDIO_NOT_READABLE',
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('stops at an abort between two windows', async () => {
    const stop = new AbortController();
    const windows = decodeWavForRecognition(toneWav(16_000, 50_000), 16_000, { signal: stop.signal });
    expect((await windows.next()).done).toBe(false);
    stop.abort();
    await expect(Array.fromAsync(windows)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it.runIf(process.platform === 'linux')(
    'closes the file at its end, and when its reader leaves',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'parlance-reader-'));
      try {
        const path = join(folder, 'a.wav');
        await writeFile(path, toneWav(16_000, 50_000));
        const isOpen = async (): Promise<boolean> => {
          const handles = (await readdir('/proc/self/fd')).map((fd) =>
            readlink(`/proc/self/fd/${fd}`).catch(() => ''),
          );
          return (await Promise.all(handles)).includes(path);
        };
        for await (const _window of decodeWavForRecognition(path, 16_000)) expect(await isOpen()).toBe(true);
        expect(await isOpen()).toBe(false);
        for await (const _window of decodeWavForRecognition(path, 16_000)) break;
        expect(await isOpen()).toBe(false);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

describe('an audio reader', () => {
  it('reports sample rate, channels and frames, and can be read more than once', async () => {
    const recording = await createAudioReader().open(
      wavBytes({ channels: 2, samples: new Uint8Array(4000) }),
    );
    expect(recording).toMatchObject({ sampleRateHz: 16_000, channels: 2, frames: 1000 });
    expect(joinSamples(await Array.fromAsync(recording.samples(8000)))).toHaveLength(500);
    expect(joinSamples(await Array.fromAsync(recording.samples(16_000)))).toHaveLength(1000);
    await recording.close();
    await recording.close();
  });
});

describe('the package', () => {
  it('loads no WASM when it is imported', () => {
    const entry = fileURLToPath(new URL('../index.ts', import.meta.url));
    // Node's own type stripping is WASM, which importing the core first has loaded.
    const script = `
      await import('@parlance/core/audio');
      const refuse = () => { throw new Error('WASM at import'); };
      WebAssembly.Module = WebAssembly.compile = WebAssembly.instantiate = refuse;
      await import(${JSON.stringify(entry)});
      console.log('imported');`;
    const output = execFileSync(
      process.execPath,
      ['--conditions=@parlance/source', '--input-type=module', '-e', script],
      {
        encoding: 'utf8',
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        // Vitest turns the compile cache on, from which the core would be loaded without type stripping.
        env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      },
    );
    expect(output).toContain('imported');
  });
});
