import type { SessionCloseCode } from '@parlance/core/session';

/** The connection of a call, as the call sees it. Audio is 16-bit little-endian mono PCM at 8 kHz, whole samples. */
export interface Line {
  /** How far audio may be ahead of the caller's ear, in milliseconds: what the other side keeps until it is played. */
  readonly leadMs: number;
  /** The most that is sent at a time, in milliseconds of audio. */
  readonly pieceMs: number;
  play(pcm: Uint8Array): void;
  /** Asks for a word, `LiveCall.reached`, once all audio before it was played. */
  mark(name: string): void;
  /** Drops what the other side has not played. */
  clear(): void;
  /** Stop reading. */
  pause(): void;
  resume(): void;
  close(code: SessionCloseCode, reason: string): void;
}
