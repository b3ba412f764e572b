import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import { openSileroNetwork, type SileroState } from '@parlance/silero';
import { mibOf } from './folder-size.ts';
import { type Decision, decide, type Scorer } from './scorer.ts';

interface Stream extends Decision {
  readonly state: SileroState;
}

/** By `@parlance/silero`: one stream after the other. */
export async function openSileroScorer(modelPath: string): Promise<Scorer<Stream>> {
  const network = await openSileroNetwork(await readFile(modelPath));
  if (network === undefined) throw new SpeechError('INTERNAL', 'The network does not know the model.');
  return {
    installMib: await mibOf(fileURLToPath(new URL('../../packages/silero/src', import.meta.url))),
    open: () => ({ state: network.freshState(), isSpeech: false }),
    score: async (pieces) =>
      pieces.map(({ stream, samples }) =>
        Array.from(network.detect(samples, stream.state), (probability) => decide(stream, probability)),
      ),
  };
}
