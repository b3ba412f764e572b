/** A model that speaks or recognizes. */
export interface UsableModel {
  /** As the model store knows it. */
  readonly id: string;
  readonly task: 'synthesis' | 'recognition';
  /** Id of the engine that runs it; its voices name it. */
  readonly engine: string;
  /** Of a recognizer: BCP 47 primary languages, `en`; `['*']` for one that detects them. */
  readonly languages?: readonly string[] | undefined;
  /** Of a recognizer: whether it tells when each word was said, by itself or by an aligner, of a call that names no language. */
  readonly wordTimes?: boolean | undefined;
}
