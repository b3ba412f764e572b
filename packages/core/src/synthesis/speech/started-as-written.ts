import type { SynthesisEngine } from '../../engine/synthesis-engine.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { SpeechSegment } from '../../text/segments/segment-text.ts';
import { type StartedUnit, startUnit, type UnitOrder, type UnitPace } from './speech-units.ts';

/**
 * Starts a unit as soon as its text is complete, and yields units in order. No unit waits for the text of the next one, and
 * no more text is read than the engine can process, so a slow reader slows down the writer.
 *
 * @param segments its `next` must reject when the signal aborts
 */
export async function* startedAsWritten(
  engine: SynthesisEngine,
  segments: AsyncIterable<SpeechSegment>,
  order: UnitOrder,
  { signal, turn, reuse, onTextWait }: UnitPace,
): AsyncGenerator<StartedUnit, void, undefined> {
  const stop = new AbortController();
  const unitSignal = AbortSignal.any([signal, stop.signal]);
  const source = segments[Symbol.asyncIterator]();
  const waiting: StartedUnit[] = [];
  let lane: 'first' | 'next' = 'first';
  let pulling: Promise<void> | undefined;
  let isDone = false;
  let failure: unknown;

  const take = (next: IteratorResult<SpeechSegment, unknown>): void => {
    if (next.done === true) isDone = true;
    else if (!stop.signal.aborted) {
      const call = { signal: unitSignal, lane, turn, reuse };
      waiting.push({ segment: next.value, ...startUnit(engine, next.value, order, call) });
      lane = 'next';
    }
  };
  const pull = (): void => {
    if (isDone || stop.signal.aborted || pulling !== undefined) return;
    if (waiting.length >= engine.capabilities.concurrency) return;
    pulling = source.next().then(take, (error: unknown) => {
      isDone = true;
      failure = error;
    });
    void pulling.then(() => {
      pulling = undefined;
      // The first unit runs alone until its first audio, as in every live synthesis.
      void waiting[0]?.begun.then(pull);
    });
  };
  try {
    for (;;) {
      pull();
      const hasNoUnit = waiting.length === 0 && pulling !== undefined;
      if (hasNoUnit) onTextWait?.(true);
      while (waiting.length === 0 && pulling !== undefined) await pulling;
      if (hasNoUnit) onTextWait?.(false);
      if (signal.aborted) throw SpeechError.aborted(signal);
      const unit = waiting.shift();
      if (unit === undefined) {
        if (failure !== undefined) throw failure;
        return;
      }
      await unit.begun;
      yield unit;
    }
  } finally {
    stop.abort();
    for (const { leave } of waiting) leave();
    // Not awaited, since a writer may not return before its next text.
    void source.return?.().catch(() => undefined);
  }
}
