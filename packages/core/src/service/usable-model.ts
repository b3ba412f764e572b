/** A model that synthesizes or recognizes speech. */
export interface UsableModel {
  /** Its id in the model store. */
  readonly id: string;
  readonly task: 'synthesis' | 'recognition';
  /** Id of the engine that runs it, which its voices refer to. */
  readonly engine: string;
  /** Only for recognizers: BCP 47 primary languages, such as `en`; `['*']` for one that detects the language. */
  readonly languages?: readonly string[] | undefined;
  /** Only for recognizers: whether a call that names no language can get the times of words, from the recognizer or an aligner. */
  readonly wordTimes?: boolean | undefined;
}
