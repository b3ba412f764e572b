/** The client's end of a connection, as what answers it sees it. */
export interface EventOutlet {
  /** Resolves when the client keeps up, or is gone. */
  send(type: string, data?: object, payload?: Uint8Array): Promise<void>;
  /** Stop reading. */
  pause(): void;
  resume(): void;
}
