import type { ModelProgress } from '@parlance/core/engine';
import cliProgress from 'cli-progress';

const BYTES_PER_MEGABYTE = 1_000_000;
/** Without a terminal a line is written after each tenth of the download. */
const LINE_STEP = 0.1;
const PERCENT = 100;

/** Progress of a model, or of a voice pack that is uploaded to the server. */
export type ShownProgress = Omit<ModelProgress, 'phase'> & {
  readonly phase: ModelProgress['phase'] | 'upload';
};

/** Shows the progress of models on stderr. */
export interface ModelProgressBars {
  show(progress: ShownProgress): void;
  stop(): void;
}

/** @param stream gets bars if it is a terminal, else lines */
export function createModelProgressBars(stream: NodeJS.WriteStream = process.stderr): ModelProgressBars {
  return stream.isTTY ? createBars(stream) : createLines(stream);
}

/** About the longest name of a model; shorter ones are padded, so that the bars are aligned. */
const NAME_WIDTH = 24;
const PHASE_WIDTH = 'download'.length;

function createBars(stream: NodeJS.WriteStream): ModelProgressBars {
  const bars = new cliProgress.MultiBar(
    {
      stream,
      format: '{model} [{bar}] {phase} {doneMegabytes} of {totalMegabytes} MB',
      hideCursor: true,
      clearOnComplete: false,
      barsize: 30,
    },
    cliProgress.Presets.shades_classic,
  );
  const byModel = new Map<string, cliProgress.SingleBar>();
  return {
    show(progress) {
      const total = Math.max(progress.totalBytes, progress.doneBytes, 1);
      const facts = {
        model: progress.modelId.padEnd(NAME_WIDTH),
        phase: progress.phase.padEnd(PHASE_WIDTH),
        // Not named `total`, which the bar itself uses for its count of bytes.
        doneMegabytes: megabytes(progress.doneBytes),
        totalMegabytes: megabytes(total),
      };
      const bar = byModel.get(progress.modelId) ?? bars.create(total, 0, facts);
      byModel.set(progress.modelId, bar);
      bar.setTotal(total);
      bar.update(progress.doneBytes, facts);
    },
    stop: () => bars.stop(),
  };
}

/** Downloads and uploads are slow and get a line after each tenth; the phases after them are quick and get one line each. */
function createLines(stream: NodeJS.WriteStream): ModelProgressBars {
  const told = new Map<string, string>();
  return {
    show({ modelId, phase, doneBytes, totalBytes }) {
      const isCounted = (phase === 'download' || phase === 'upload') && totalBytes > 0;
      const tenth = Math.floor(doneBytes / totalBytes / LINE_STEP) * LINE_STEP;
      const progress = ` ${Math.round(tenth * PERCENT)} % of ${megabytes(totalBytes)} MB`;
      const state = `${phase}${isCounted ? progress : ''}`;
      if (told.get(modelId) === state) return;
      told.set(modelId, state);
      stream.write(`${modelId}: ${state}\n`);
    },
    stop: () => undefined,
  };
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MEGABYTE).toFixed(1);
}
