import type {
  EngineCallOptions,
  Recognition,
  RecognitionCapabilities,
  RecognitionEngine,
  RecognitionStream,
} from '@parlance/core/engine';
import { compose, type RecognitionMiddleware, type Recognize } from './engine-middleware.ts';
import { HostedEngine, type OnEngineLoad } from './hosted-engine.ts';
import { withCurrentListener } from './load-listener.ts';

type OpenStream = NonNullable<RecognitionEngine['openStream']>;

/** A recognition engine in a service. */
export class HostedRecognition extends HostedEngine<RecognitionEngine> implements RecognitionEngine {
  readonly capabilities: RecognitionCapabilities;
  readonly recognize: Recognize;
  readonly openStream?: OpenStream;

  constructor(
    engine: RecognitionEngine,
    middleware: readonly RecognitionMiddleware[] = [],
    onLoad?: OnEngineLoad,
  ) {
    super(engine, onLoad);
    this.capabilities = engine.capabilities;
    this.recognize = compose(middleware, engine, (...call) => this.#recognize(...call));
    const open = engine.openStream?.bind(engine);
    if (open !== undefined) this.openStream = (options) => this.#openStream(open, options);
  }

  #openStream(open: OpenStream, options?: EngineCallOptions): Promise<RecognitionStream> {
    return this.opening(async (end) => {
      const stream = await open(withCurrentListener(options));
      return {
        accept: (samples) => stream.accept(samples),
        endUtterance: () => stream.endUtterance(),
        close: () => stream.close().finally(() => end(true)),
      };
    });
  }

  async #recognize(samples: Float32Array, options?: EngineCallOptions): Promise<Recognition> {
    const end = this.begin();
    let isDone = false;
    try {
      const recognition = await this.engine.recognize(samples, withCurrentListener(options));
      isDone = true;
      return recognition;
    } finally {
      end(isDone);
    }
  }
}
