/** Connections to a database, and calls that wait for one. */
export interface ConnectionFigures {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export type OnConnectionWait = (listener: (waitMs: number) => void) => () => void;
