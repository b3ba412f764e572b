import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createModelProgressBars } from './model-progress-bars.ts';

describe('progress of models where there is no terminal', () => {
  it('is a line at each tenth of a download and one for each phase after it', () => {
    const written = recordStderr();
    const bars = createModelProgressBars();
    for (let doneBytes = 0; doneBytes <= 20_000_000; doneBytes += 500_000)
      bars.show({ modelId: 'm', phase: 'download', doneBytes, totalBytes: 20_000_000 });
    for (const phase of ['verify', 'verify', 'install'] as const)
      bars.show({ modelId: 'm', phase, doneBytes: 1, totalBytes: 2 });
    bars.stop();
    const tenths = Array.from({ length: 11 }, (_, tenth) => `m: download ${tenth * 10} % of 20.0 MB\n`);
    expect(written).toEqual([...tenths, 'm: verify\n', 'm: install\n']);
  });

  it('makes up no number for a download whose size is not known', () => {
    const written = recordStderr();
    const bars = createModelProgressBars();
    bars.show({ modelId: 'm', phase: 'download', doneBytes: 0, totalBytes: 0 });
    bars.show({ modelId: 'm', phase: 'download', doneBytes: 5, totalBytes: 0 });
    expect(written).toEqual(['m: download\n']);
  });
});

/** What goes to stderr from here on, as if it were a file. */
function recordStderr(): string[] {
  const written: string[] = [];
  const { isTTY } = process.stderr;
  const write = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((part) => written.push(String(part)) > 0);
  process.stderr.isTTY = false;
  onTestFinished(() => {
    write.mockRestore();
    process.stderr.isTTY = isTTY;
  });
  return written;
}
