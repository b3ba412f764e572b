/** What a client is given in place of a WebSocket: the test says what the server does, and sees what the client sent. */
export class ScriptedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  /** Those that were opened, the oldest first. */
  static opened: ScriptedSocket[] = [];

  readonly OPEN = ScriptedSocket.OPEN;
  readonly url: string;
  binaryType = 'blob';
  readyState = ScriptedSocket.CONNECTING;
  bufferedAmount = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  onclose: (() => void) | null = null;
  readonly sent: { readonly type: string; readonly [member: string]: unknown }[] = [];
  closedWith: number | undefined;

  constructor(url: string) {
    this.url = url;
    ScriptedSocket.opened.push(this);
  }

  send(message: string): void {
    this.sent.push(JSON.parse(message));
  }

  close(code: number): void {
    this.closedWith = code;
    this.readyState = ScriptedSocket.CLOSING;
  }

  /** The server accepts the connection. */
  accept(): void {
    this.readyState = ScriptedSocket.OPEN;
    this.onopen?.();
  }

  /** The server says something: an object as JSON, anything else as it is. */
  say(message: object | string): void {
    const isJson = typeof message === 'object' && !(message instanceof ArrayBuffer);
    this.onmessage?.({ data: isJson ? JSON.stringify(message) : message });
  }

  /** The connection is gone. */
  drop(): void {
    this.readyState = ScriptedSocket.CLOSED;
    this.onclose?.();
  }

  /** The connection fails, as one of the package ws does: an error without a listener is thrown. */
  fault(): void {
    if (this.onerror === null) throw new TypeError('The error has no listener.');
    this.onerror();
    this.drop();
  }

  /** The audio of all chunks that were sent, one buffer for each. */
  get chunks(): Buffer[] {
    return this.sent
      .filter(({ type }) => type === 'AUDIO_CHUNK')
      .map(({ audioContent }) => Buffer.from(String(audioContent), 'base64'));
  }
}

/** The same, as the client's options take it. */
export const SCRIPTED = ScriptedSocket as unknown as typeof WebSocket;
