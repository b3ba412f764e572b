import fc from 'fast-check';
import { deliverInput, type Target } from './deliver-input.ts';
import { type Input, inputsOf, KINDS, type Kind } from './inputs.ts';

export interface FuzzOptions {
  readonly messages: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Told now and then of the messages that were sent. */
  readonly onProgress: (sent: number) => void;
}

export interface FuzzResult {
  readonly seed: number;
  /** Messages and forms, by kind. */
  readonly sent: Readonly<Record<Kind, number>>;
  /** The first of each kind and fault. */
  readonly found: readonly { readonly fault: string; readonly input: Input }[];
}

const AT_ONCE = 16;
const BATCH_INPUTS = 160;
const MAX_FOUND = 50;

/** Sends inputs of every kind in turn until there were enough messages, and keeps those that the service took badly. */
export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzResult> {
  const { messages, seed, signal, onProgress } = options;
  const sent = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const found = new Map<string, { readonly fault: string; readonly input: Input }>();
  const deliver = async (input: Input): Promise<void> => {
    const fault = await deliverInput(target, input);
    const { kind } = input;
    sent[kind] += Math.max(1, input.messages.length);
    const key = `${kind} ${fault?.slice(0, 60)}`;
    if (fault !== undefined && !found.has(key) && found.size < MAX_FOUND) found.set(key, { fault, input });
  };
  const stalled: Promise<void>[] = [];
  const total = (): number => Object.values(sent).reduce((sum, count) => sum + count, 0);
  for (let batch = 0; total() < messages && !signal.aborted; batch += 1) {
    const kind = KINDS[batch % KINDS.length] as Kind;
    // A batch by itself can be sent again: by the seed of the run and its number.
    const inputs = fc.sample(inputsOf(kind), { numRuns: BATCH_INPUTS, seed: seed + batch });
    const one = async (): Promise<void> => {
      for (let input = inputs.shift(); input !== undefined && !signal.aborted; input = inputs.shift()) {
        const delivered = deliver(input);
        // The others would wait for it.
        if (input.ending === 'stalls') stalled.push(delivered);
        else await delivered;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    onProgress(total());
  }
  await Promise.all(stalled);
  return { seed, sent, found: [...found.values()] };
}
