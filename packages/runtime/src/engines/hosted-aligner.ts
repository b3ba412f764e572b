import type {
  AlignedWord,
  AlignmentCapabilities,
  AlignmentTask,
  EngineCallOptions,
  TextAligner,
} from '@parlance/core/engine';
import { HostedEngine, type OnEngineLoad } from './hosted-engine.ts';
import { withCurrentListener } from './load-listener.ts';

/** An aligner in a service. */
export class HostedAligner extends HostedEngine<TextAligner> implements TextAligner {
  readonly capabilities: AlignmentCapabilities;

  constructor(engine: TextAligner, onLoad?: OnEngineLoad) {
    super(engine, onLoad);
    this.capabilities = engine.capabilities;
  }

  async align(task: AlignmentTask, options?: EngineCallOptions): Promise<readonly AlignedWord[]> {
    const end = this.begin();
    let isDone = false;
    try {
      const words = await this.engine.align(task, withCurrentListener(options));
      isDone = true;
      return words;
    } finally {
      end(isDone);
    }
  }
}
