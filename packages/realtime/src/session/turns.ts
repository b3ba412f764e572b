import type { SpeechNotice } from '@parlance/core/recognition';
import { AppendOnlyText, joinTranscript, SEGMENTER_DEFAULTS } from '@parlance/core/segmentation';
import type { FinalResultMessage, InterimResultMessage, ResultTimes } from '@parlance/core/session';
import { type ErrorBody, invalidValue } from './realtime-errors.ts';

export type SendEvent = (type: string, members?: object) => void;

/** An utterance found by the detector, or all the audio of one commit. */
interface Item {
  readonly id: string;
  readonly text: AppendOnlyText;
  readonly finals: string[];
  hasDelta: boolean;
}

/** The audio between two commits. The session reports turns in order. */
interface Turn {
  /** Whether the client commits, so that the turn is one item; else the detector finds utterances. */
  readonly isManual: boolean;
  /** The item that the client will commit, or the utterance that is being spoken. */
  open: Item | undefined;
  seconds: number;
  end: 'open' | 'committed' | 'cleared';
  /** Whether an utterance was committed after the client asked for the end. */
  hasAnswer: boolean;
}

const MS_PER_SECOND = 1000;
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';

/** Minimum audio of a commit; OpenAI has the same limit. */
const LEAST_SECONDS = 0.1;

/** Converts the results of a session to OpenAI's events. */
export class Turns {
  readonly #send: SendEvent;
  readonly #fail: (error: ErrorBody) => void;
  /** Never empty: the first turn is being recognized, the last one receives audio. */
  readonly #turns: Turn[] = [];
  /** Committed utterances of the detector that have no text yet, by their start in milliseconds. */
  readonly #pending = new Map<number, { readonly item: Item; readonly seconds: number }>();
  #lastItemId: string | null = null;

  constructor(isManual: boolean, send: SendEvent, fail: (error: ErrorBody) => void) {
    this.#send = send;
    this.#fail = fail;
    this.#begin(isManual);
  }

  /** Counts audio of the open turn. */
  hear(seconds: number): void {
    this.#last.seconds += seconds;
  }

  /** @returns whether there was enough audio to commit */
  commit(): boolean {
    const turn = this.#last;
    if (turn.isManual && turn.seconds < LEAST_SECONDS) {
      const found = `${Math.round(turn.seconds * MS_PER_SECOND)} ms`;
      this.#fail(
        emptyBuffer(`The buffer has ${found} of audio; a commit needs ${LEAST_SECONDS * MS_PER_SECOND} ms.`),
      );
      return false;
    }
    if (turn.isManual) {
      turn.open ??= newItem();
      this.#commitItem(turn.open);
    }
    turn.end = 'committed';
    this.#begin(turn.isManual);
    return true;
  }

  /** Discards the buffer: its results are not sent. */
  clear(): void {
    this.#last.end = 'cleared';
    this.#begin(this.#last.isManual);
    this.#send('input_audio_buffer.cleared');
  }

  /** Begins a turn with other settings, and commits the buffer if it has enough audio. */
  change(isManual: boolean): void {
    const turn = this.#last;
    const isWorthIt = turn.isManual && turn.seconds >= LEAST_SECONDS;
    if (isWorthIt) {
      turn.open ??= newItem();
      this.#commitItem(turn.open);
    }
    turn.end = turn.isManual && !isWorthIt ? 'cleared' : 'committed';
    // The client did not ask for a commit, so an empty buffer is not reported.
    turn.hasAnswer = true;
    this.#begin(isManual);
  }

  notice(notice: SpeechNotice): void {
    const turn = this.#first;
    if (notice.type === 'committed') {
      this.#endTurn();
      return;
    }
    if (notice.type === 'no-words') {
      this.#complete(notice.startSeconds, '');
      return;
    }
    if (turn.isManual || turn.end === 'cleared') return;
    if (notice.type === 'speech-start') {
      turn.open = newItem();
      const audio_start_ms = Math.max(0, ms(notice.atSeconds) - SEGMENTER_DEFAULTS.onsetPaddingMs);
      this.#send('input_audio_buffer.speech_started', { audio_start_ms, item_id: turn.open.id });
      return;
    }
    const item = turn.open ?? newItem();
    turn.open = undefined;
    turn.hasAnswer ||= turn.end === 'committed';
    const { startSeconds, endSeconds } = notice;
    this.#send('input_audio_buffer.speech_stopped', { audio_end_ms: ms(endSeconds), item_id: item.id });
    this.#commitItem(item);
    this.#pending.set(ms(startSeconds), { item, seconds: endSeconds - startSeconds });
  }

  interim({ text }: Pick<InterimResultMessage, 'text'> & ResultTimes): void {
    const turn = this.#first;
    if (turn.end === 'cleared') return;
    // With the detector there is no open item between two utterances; this interim is a late one of the last utterance.
    if (turn.isManual) turn.open ??= newItem();
    if (turn.open !== undefined) this.#delta(turn.open, turn.open.text.interim(text));
  }

  final({ text, startTime }: FinalResultMessage): void {
    const turn = this.#first;
    if (!turn.isManual) {
      this.#complete(startTime, text);
      return;
    }
    if (turn.end === 'cleared') return;
    turn.open ??= newItem();
    turn.open.finals.push(text);
    this.#delta(turn.open, turn.open.text.final(text));
  }

  /** Reports that the committed items will get no transcript. */
  fail(error: ErrorBody): void {
    const committed = this.#turns.flatMap(({ isManual, end, open }) =>
      isManual && end === 'committed' && open !== undefined ? [open] : [],
    );
    for (const { id } of [...[...this.#pending.values()].map(({ item }) => item), ...committed])
      this.#send(`${TRANSCRIPTION}.failed`, { item_id: id, content_index: 0, error });
  }

  get #first(): Turn {
    return this.#turns[0] as Turn;
  }

  get #last(): Turn {
    return this.#turns.at(-1) as Turn;
  }

  #begin(isManual: boolean): void {
    this.#turns.push({ isManual, open: undefined, seconds: 0, end: 'open', hasAnswer: false });
  }

  #commitItem({ id }: Item): void {
    this.#send('input_audio_buffer.committed', { previous_item_id: this.#lastItemId, item_id: id });
    this.#lastItemId = id;
  }

  #endTurn(): void {
    const { isManual, end, open, seconds, hasAnswer } = this.#first;
    this.#turns.shift();
    if (end !== 'committed') return;
    if (isManual && open !== undefined)
      this.#sendCompleted(open, {
        transcript: joinTranscript(open.finals.map((text) => ({ text }))),
        seconds,
      });
    else if (!hasAnswer) this.#fail(emptyBuffer('There is no speech in the buffer.'));
  }

  #complete(startSeconds: number, transcript: string): void {
    const waiting = this.#pending.get(ms(startSeconds));
    if (waiting === undefined) return;
    this.#pending.delete(ms(startSeconds));
    const { item, seconds } = waiting;
    this.#delta(item, item.text.final(transcript));
    this.#sendCompleted(item, { transcript, seconds });
  }

  /** Deltas are never dropped for a slow client, since together they are no longer than the transcript. */
  #delta(item: Item, words: string): void {
    if (words === '') return;
    const delta = item.hasDelta ? ` ${words}` : words;
    item.hasDelta = true;
    this.#send(`${TRANSCRIPTION}.delta`, { item_id: item.id, content_index: 0, delta });
  }

  #sendCompleted({ id }: Item, { transcript, seconds }: { transcript: string; seconds: number }): void {
    const usage = { type: 'duration', seconds: ms(seconds) / MS_PER_SECOND };
    this.#send(`${TRANSCRIPTION}.completed`, { item_id: id, content_index: 0, transcript, usage });
  }
}

function newItem(): Item {
  return { id: `item_${crypto.randomUUID()}`, text: new AppendOnlyText(), finals: [], hasDelta: false };
}

const ms = (seconds: number): number => Math.round(seconds * MS_PER_SECOND);

function emptyBuffer(message: string): ErrorBody {
  return { ...invalidValue(message), code: 'input_audio_buffer_commit_empty' };
}
