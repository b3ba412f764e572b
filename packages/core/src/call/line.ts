import type { SessionCloseCode } from '../session/session-errors.ts';

/** A call's connection to the telephone network. Audio is 16-bit little-endian mono PCM at 8 kHz, whole samples. */
export interface Line {
  /** How far ahead of playback audio may be sent, in milliseconds. */
  readonly leadMs: number;
  /** How much audio is sent at a time at most, in milliseconds. */
  readonly pieceMs: number;
  play(pcm: Uint8Array): void;
  /** Sends a mark. `LiveCall.reached` must be called when all audio before it has been played. */
  mark(name: string): void;
  /** Drops the audio that the other side has not played yet. */
  clear(): void;
  /** Stops reading. */
  pause(): void;
  resume(): void;
  close(code: SessionCloseCode, reason: string): void;
}
