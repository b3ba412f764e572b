import type { EngineIncident, ModelProgress } from '@parlance/core/engine';
import type { SpeechErrorCode } from '@parlance/core/errors';
import type { Measurement } from '@parlance/core/service';
import type { SynthesisProgress } from '@parlance/core/synthesis';
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

export interface EngineLoaded {
  readonly engine: string;
  readonly durationMs: number;
}

/** What operators chose for calls that name nothing. */
export interface DefaultChoices {
  /** Code of a voice; `null`: as the settings say. */
  readonly defaultVoice: string | null;
  /** Catalogue id of a recognizer; `null`: the first of the plugins. */
  readonly defaultRecognizer: string | null;
}

/** What a {@link Speech} tells its listeners. A listener that throws breaks nothing but itself. */
export interface SpeechEventMap {
  'request-start': (event: RequestStart) => void;
  'request-end': (event: RequestEnd) => void;
  /** A model is on its way: bytes done and in all. */
  'model-progress': (event: ModelProgress) => void;
  /** An engine's worker died, hung or was replaced. */
  'engine-incident': (event: EngineIncident) => void;
  /** An engine was loaded, at the start or for a call that waited for it. */
  'engine-load': (event: EngineLoaded) => void;
  /** A stretch of a batch synthesis was made and kept. */
  'synthesis-progress': (event: SynthesisProgress) => void;
  /** Somebody chose, here or in another process, or what was chosen is gone. */
  'defaults-change': (defaults: DefaultChoices) => void;
  /** Ends of live calls and sessions that had to wait for the database are written, all of them. */
  'ends-caught-up': (event: { readonly written: number }) => void;
  /** Something that counters count. */
  measurement: (measurement: Measurement) => void;
  /** Something failed that no caller waits for: a job that is begun again, a record that could not be written, a listener. */
  'background-error': (error: unknown) => void;
}

export type SpeechEvents = EventEmitter<SpeechEventMap>;

/** Each listener is called by itself, so that one that throws takes neither the others nor the work with it. */
class ContainedEvents extends EventEmitter<SpeechEventMap> {
  override emit<Name extends keyof SpeechEventMap>(
    name: Name,
    ...told: EventEmitter.EventArgs<SpeechEventMap, Name>
  ): boolean {
    const listeners = this.listeners(name);
    for (const listener of listeners) {
      this.removeListener(name, listener, undefined, true);
      try {
        Reflect.apply(listener, this, told);
      } catch (error) {
        // One for these errors that throws itself has nobody left to be told.
        if (name !== 'background-error') this.emit('background-error', error);
      }
    }
    return listeners.length > 0;
  }
}

export const createSpeechEvents = (): SpeechEvents => new ContainedEvents();
