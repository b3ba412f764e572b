/** The interface through which answers are sent to a client. */
export interface EventOutlet {
  /** Resolves when the client is ready for more, or has left. */
  send(type: string, data?: object, payload?: Uint8Array): Promise<void>;
  /** Stops reading. */
  pause(): void;
  resume(): void;
}
