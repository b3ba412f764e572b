import type { SessionCloseCode } from '../session/session-errors.ts';

/** A call's connection to the telephone network. Audio is 16-bit little-endian mono PCM at 8 kHz, whole samples. */
export interface Line {
  /** How far ahead of playback audio may be sent, in milliseconds. */
  readonly leadMs: number;
  /** The most that is sent at a time, in milliseconds of audio. */
  readonly pieceMs: number;
  play(pcm: Uint8Array): void;
  /** `LiveCall.reached` is to be called once all audio before it was played. */
  mark(name: string): void;
  /** Drops what the other side has not played. */
  clear(): void;
  /** Stop reading. */
  pause(): void;
  resume(): void;
  close(code: SessionCloseCode, reason: string): void;
}
