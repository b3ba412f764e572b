import { expect, it } from 'vitest';
import { createDownloadLine } from './download-line.ts';

function lineOnScreen() {
  let written = '';
  const line = createDownloadLine({ write: (text) => (written += text) });
  /** What a terminal shows: of each line, what was written after its last erasure. */
  const screen = () => written.split('\n').map((text) => text.split('\r\u001b[K').at(-1));
  return { line, screen };
}

const download = (modelId: string, doneBytes: number, totalBytes: number) =>
  ({ modelId, phase: 'download', doneBytes, totalBytes }) as const;

it('shows one line for all models that are being downloaded', () => {
  const { line, screen } = lineOnScreen();
  line.show(download('moonshine', 1_000_000, 60_000_000));
  line.show(download('silero', 500_000, 2_000_000));
  expect(screen()).toEqual(['Downloading moonshine, silero: 1.5 of 62.0 MB']);
});

it('makes up no total for a download whose size is not known', () => {
  const { line, screen } = lineOnScreen();
  line.show(download('own', 3_000_000, 0));
  expect(screen()).toEqual(['Downloading own: 3.0 MB']);
});

it('keeps a line for each model that is installed and goes on with the others', () => {
  const { line, screen } = lineOnScreen();
  line.show(download('moonshine', 1_000_000, 60_000_000));
  line.show({ modelId: 'silero', phase: 'install', doneBytes: 2, totalBytes: 2 });
  expect(screen()).toEqual(['Downloaded the speech model silero.', 'Downloading moonshine: 1.0 of 60.0 MB']);
});

it('leaves the line to others when a request ends, once', () => {
  const { line, screen } = lineOnScreen();
  line.show(download('moonshine', 1_000_000, 60_000_000));
  line.end();
  line.end();
  expect(screen()).toEqual(['Downloading moonshine: 1.0 of 60.0 MB', '']);
});
