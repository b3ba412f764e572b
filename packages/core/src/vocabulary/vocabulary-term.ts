/** A caller's own name or word: how it is written, how it is spoken, how it may be recognized. */
export interface VocabularyTerm {
  /** As it is to be written. */
  readonly term: string;
  /** What a voice reads instead. Absent: the term itself. */
  readonly saidAs?: string | undefined;
  /** What a recognizer may take it for: each is replaced by the term wherever it is recognized. */
  readonly heardAs?: readonly string[] | undefined;
}
