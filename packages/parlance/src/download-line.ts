import type { ModelProgress } from '@parlance/core/engine';

const BYTES_PER_MEGABYTE = 1_000_000;
/** Back to the start of the line, and what stands on it is erased. */
const ERASE_LINE = '\r\u001b[K';

/** One line of a terminal that says which models are being downloaded, and how much of them is there. */
export interface DownloadLine {
  show(progress: ModelProgress): void;
  /** What others write next begins a line of its own. */
  end(): void;
}

export function createDownloadLine(stream: { write(text: string): unknown }): DownloadLine {
  const underWay = new Map<string, ModelProgress>();
  let isOpen = false;
  return {
    show(progress) {
      const { modelId, phase, doneBytes, totalBytes } = progress;
      underWay.set(modelId, progress);
      if (phase === 'install' && doneBytes >= totalBytes) {
        underWay.delete(modelId);
        stream.write(`${ERASE_LINE}Downloaded the speech model ${modelId}.\n`);
        isOpen = false;
      }
      if (underWay.size === 0) return;
      stream.write(`${ERASE_LINE}${describe([...underWay.values()])}`);
      isOpen = true;
    },
    end() {
      underWay.clear();
      if (isOpen) stream.write('\n');
      isOpen = false;
    },
  };
}

function describe(models: readonly ModelProgress[]): string {
  const names = models.map(({ modelId }) => modelId).join(', ');
  const done = sum(models.map(({ doneBytes }) => doneBytes));
  const total = sum(models.map(({ doneBytes, totalBytes }) => Math.max(doneBytes, totalBytes)));
  const isUnknown = models.some(({ totalBytes }) => totalBytes === 0);
  return `Downloading ${names}: ${megabytes(done)}${isUnknown ? '' : ` of ${megabytes(total)}`} MB`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MEGABYTE).toFixed(1);
}
