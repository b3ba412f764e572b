import type { Pronunciation } from '../engine/pronunciation.ts';
import type { Voice } from '../engine/voice.ts';

export type EmphasisLevel = 'strong' | 'moderate' | 'reduced';

/** How a stretch of text is to be spoken, relative to the request's own options. */
export interface Delivery {
  readonly voice: Voice;
  /** A factor of the request's speed. */
  readonly rate: number;
  /** Decibels louder; `-Infinity` is silent. */
  readonly gainDb: number;
  /** Absent: no more emphasis than the words around it. */
  readonly emphasis?: EmphasisLevel | undefined;
}

/** Text that is spoken in one way, without breaks inside. */
export interface Passage {
  /** One line, not empty, with aliases and `say-as` written out. */
  readonly text: string;
  readonly delivery: Delivery;
  /** Words of the text that are pronounced differently, in order. */
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** What ends with it according to the markup. `clause`: only the passage. */
  readonly boundaryAfter: 'clause' | 'sentence' | 'paragraph';
  /** The requested silence after it, in seconds, instead of the voice's own. */
  readonly pauseAfterSeconds?: number | undefined;
  /** Marks before its first word, in order. */
  readonly marks: readonly string[];
}

/** A text whose delivery is marked up, ready to be cut into segments. */
export interface Script {
  /** Empty: there is nothing to speak. */
  readonly passages: readonly Passage[];
  /** The requested silence before the first word, in seconds. */
  readonly leadSeconds: number;
  /** Marks after the last word. */
  readonly closingMarks: readonly string[];
  /** Everything that is spoken, in one line: without markup, and with `sub` and `say-as` applied. */
  readonly text: string;
  /** Code points of `text`. */
  readonly characters: number;
  /** What is read differently from the markup, each with its place. */
  readonly warnings: readonly string[];
}
