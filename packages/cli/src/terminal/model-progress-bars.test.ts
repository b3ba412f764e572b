import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createModelProgressBars } from './model-progress-bars.ts';

describe('progress of models on a terminal', () => {
  it('is a bar for each model, with the progress and the total in megabytes', () => {
    const { bars, written } = barsOn({ isTTY: true });
    bars.show({ modelId: 'piper', phase: 'download', doneBytes: 0, totalBytes: 63_000_000 });
    bars.show({ modelId: 'vad', phase: 'verify', doneBytes: 2_000_000, totalBytes: 2_000_000 });
    bars.show({ modelId: 'piper', phase: 'download', doneBytes: 31_500_000, totalBytes: 63_000_000 });
    bars.stop();
    const half = `${'█'.repeat(15)}${'░'.repeat(15)}`;
    expect(stripVTControlCharacters(written())).toContain(
      `piper                    [${half}] download 31.5 of 63.0 MB`,
    );
    expect(stripVTControlCharacters(written())).toContain('verify   2.0 of 2.0 MB');
  });

  it('restores the cursor', () => {
    const { bars, written } = barsOn({ isTTY: true });
    bars.show({ modelId: 'm', phase: 'download', doneBytes: 0, totalBytes: 1 });
    bars.stop();
    expect(written().lastIndexOf('\u001b[?25h')).toBeGreaterThan(written().lastIndexOf('\u001b[?25l'));
  });
});

describe('progress of models without a terminal', () => {
  it('is a line at each tenth of a download and one for each phase after it', () => {
    const { bars, written } = barsOn({ isTTY: false });
    for (let doneBytes = 0; doneBytes <= 20_000_000; doneBytes += 500_000)
      bars.show({ modelId: 'm', phase: 'download', doneBytes, totalBytes: 20_000_000 });
    for (const phase of ['verify', 'verify', 'install'] as const)
      bars.show({ modelId: 'm', phase, doneBytes: 1, totalBytes: 2 });
    bars.stop();
    const tenths = Array.from({ length: 11 }, (_, tenth) => `m: download ${tenth * 10} % of 20.0 MB\n`);
    expect(written()).toBe([...tenths, 'm: verify\n', 'm: install\n'].join(''));
  });

  it('shows no percentage for a download of unknown size', () => {
    const { bars, written } = barsOn({ isTTY: false });
    bars.show({ modelId: 'm', phase: 'download', doneBytes: 0, totalBytes: 0 });
    bars.show({ modelId: 'm', phase: 'download', doneBytes: 5, totalBytes: 0 });
    expect(written()).toBe('m: download\n');
  });
});

function barsOn({ isTTY }: { readonly isTTY: boolean }) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  const parts: string[] = [];
  stream.on('data', (part) => parts.push(String(part)));
  // The bars use only members of any stream, and the two above.
  const bars = createModelProgressBars(stream as unknown as NodeJS.WriteStream);
  return { bars, written: () => parts.join('') };
}
