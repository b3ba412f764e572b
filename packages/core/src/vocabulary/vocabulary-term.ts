/** A name or a word of a caller's own: how it is written, how it is said, how it may be heard. */
export interface VocabularyTerm {
  /** As it is to be written. */
  readonly term: string;
  /** What a voice is given in its place. Absent: the term itself. */
  readonly saidAs?: string | undefined;
  /** What a recognizer may take it for: each is replaced by the term wherever it is heard. */
  readonly heardAs?: readonly string[] | undefined;
}
