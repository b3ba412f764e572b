import type { Pronunciation } from '../engine/pronunciation.ts';
import type { Voice } from '../engine/voice.ts';

export type EmphasisLevel = 'strong' | 'moderate' | 'reduced';

/** How a stretch of a text is to be spoken, beside what the whole request says. */
export interface Delivery {
  readonly voice: Voice;
  /** Times the request's speed. */
  readonly rate: number;
  /** Decibels louder; `-Infinity` is silent. */
  readonly gainDb: number;
  /** Absent: no more weight than the words around it. */
  readonly emphasis?: EmphasisLevel | undefined;
}

/** Text that is spoken in one way, with nothing inside it that parts it. */
export interface Passage {
  /** One line with something to say: what an alias or `say-as` stands for is written out. */
  readonly text: string;
  readonly delivery: Delivery;
  /** Words of the text that are said otherwise, in order. */
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** What the markup says ends with it. `clause`: nothing but the passage. */
  readonly boundaryAfter: 'clause' | 'sentence' | 'paragraph';
  /** The silence asked for behind it, in seconds, in place of the voice's own. */
  readonly pauseAfterSeconds?: number | undefined;
  /** Marks before its first word, in order. */
  readonly marks: readonly string[];
}

/** A text whose delivery is marked up, ready to be cut into segments. */
export interface Script {
  /** Empty: there is nothing to speak. */
  readonly passages: readonly Passage[];
  /** The silence asked for before the first word, in seconds. */
  readonly leadSeconds: number;
  /** Marks behind the last word. */
  readonly closingMarks: readonly string[];
  /** All that is spoken, in one line: without markup, and as `sub` and `say-as` have it read. */
  readonly text: string;
  /** Code points of it. */
  readonly characters: number;
  /** What was read otherwise than it is marked up, each with its place. */
  readonly warnings: readonly string[];
}
