import type { EngineIncident, ModelProgress, SpeechErrorCode, SynthesisProgress } from '@parlance/core';
import { EventEmitter } from 'eventemitter3';

export interface RequestStart {
  readonly requestId: string;
  readonly kind: 'synthesis' | 'transcription' | 'listening';
}

export interface RequestEnd extends RequestStart {
  readonly outcome: 'done' | 'aborted' | 'failed';
  /** Present when it failed. */
  readonly code?: SpeechErrorCode;
  readonly durationMs: number;
}

/** What a {@link Speech} tells its listeners. A listener that throws breaks nothing but itself. */
export interface SpeechEventMap {
  'request-start': (event: RequestStart) => void;
  'request-end': (event: RequestEnd) => void;
  /** A model is on its way: bytes done and in all. */
  'model-progress': (event: ModelProgress) => void;
  /** An engine's worker died, hung or was replaced. */
  'engine-incident': (event: EngineIncident) => void;
  /** A stretch of a batch synthesis was made and kept. */
  'synthesis-progress': (event: SynthesisProgress) => void;
  /** Something failed that no caller waits for: a job that is begun again, a record that could not be written. */
  'background-error': (error: unknown) => void;
}

export type SpeechEvents = EventEmitter<SpeechEventMap>;

export const createSpeechEvents = (): SpeechEvents => new EventEmitter<SpeechEventMap>();
