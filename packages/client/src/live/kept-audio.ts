import { type AudioPiece, pcmBytesOf } from './pcm.ts';

const BYTES_PER_SAMPLE = 2;
/** More is not read of the source: nothing was final for so long. */
const MAX_KEPT_SECONDS = 120;

/** The audio of a source from a place on that moves forward: what is before it is needed no more. */
export interface KeptAudio {
  /** Seconds of the source before what is kept. */
  readonly startSeconds: number;
  /** Drops what is before so many seconds of the source. */
  dropBefore(seconds: number): void;
  /** All that is kept, then what comes. Throws what the source throws. */
  read(): AsyncGenerator<Uint8Array, void, undefined>;
  /** The source is read no more. */
  end(): void;
}

/** Reads a source from now on, whether or not anybody reads what is kept of it. */
export function keepAudio(audio: AsyncIterable<AudioPiece>, sampleRateHz: number): KeptAudio {
  const bytesPerSecond = sampleRateHz * BYTES_PER_SAMPLE;
  let chunks: Uint8Array[] = [];
  let startBytes = 0;
  let endBytes = 0;
  let state: 'open' | 'left' | { readonly error?: unknown } = 'open';
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const isOver = (): boolean => state !== 'open';

  const readSource = async (): Promise<void> => {
    for await (const piece of audio) {
      // A copy: the source may fill its buffer again.
      const bytes = pcmBytesOf(piece).slice();
      chunks.push(bytes);
      endBytes += bytes.length;
      change();
      while (!isOver() && endBytes - startBytes > MAX_KEPT_SECONDS * bytesPerSecond) await changed.promise;
      if (isOver()) return;
    }
  };
  void readSource()
    .then(
      () => (state === 'open' ? {} : state),
      (error: unknown) => ({ error }),
    )
    .then((end) => {
      state = end;
      change();
    });

  return {
    get startSeconds() {
      return startBytes / bytesPerSecond;
    },
    dropBefore(seconds) {
      const wanted = Math.min(endBytes, Math.round(seconds * sampleRateHz) * BYTES_PER_SAMPLE);
      for (let [first] = chunks; first !== undefined && wanted > startBytes; [first] = chunks) {
        const dropped = Math.min(first.length, wanted - startBytes);
        startBytes += dropped;
        if (dropped < first.length) chunks[0] = first.subarray(dropped);
        else chunks.shift();
      }
      change();
    },
    async *read() {
      let atBytes = startBytes;
      for (;;) {
        let chunkStart = startBytes;
        const found = chunks.find((chunk) => {
          chunkStart += chunk.length;
          return chunkStart > atBytes;
        });
        if (found !== undefined) {
          const skipped = Math.max(0, atBytes - (chunkStart - found.length));
          atBytes = chunkStart;
          yield found.subarray(skipped);
        } else if (state === 'left') return;
        else if (state === 'open') await changed.promise;
        else if ('error' in state) throw state.error;
        else return;
      }
    },
    end() {
      if (state === 'open') state = 'left';
      chunks = [];
      change();
    },
  };
}
