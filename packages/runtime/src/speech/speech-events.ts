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
  /** The error's code, if the request failed. */
  readonly code?: SpeechErrorCode;
  readonly durationMs: number;
}

export interface EngineLoaded {
  readonly engine: string;
  readonly durationMs: number;
}

/** The default voice and recognizer that operators chose. */
export interface DefaultChoices {
  /** Code of a voice; `null`: the default of the settings. */
  readonly defaultVoice: string | null;
  /** Catalogue id of a recognizer's model; `null`: the first recognizer of the plugins. */
  readonly defaultRecognizer: string | null;
}

/** The events of a {@link Speech}. A listener that throws affects neither the work nor other listeners. */
export interface SpeechEventMap {
  'request-start': (event: RequestStart) => void;
  'request-end': (event: RequestEnd) => void;
  /** A model is being downloaded: bytes so far and in total. */
  'model-progress': (event: ModelProgress) => void;
  /** An engine's worker died, hung or was replaced. */
  'engine-incident': (event: EngineIncident) => void;
  /** An engine was loaded, in advance or for a call that waited for it. */
  'engine-load': (event: EngineLoaded) => void;
  /** A part of a batch synthesis was synthesized and stored. */
  'synthesis-progress': (event: SynthesisProgress) => void;
  /** An operator changed the defaults, here or in another process, or a chosen voice or model was removed. */
  'defaults-change': (defaults: DefaultChoices) => void;
  /** All ends of live calls and sessions that had to wait for the database have been written. */
  'ends-caught-up': (event: { readonly written: number }) => void;
  /** A measurement for metrics. */
  measurement: (measurement: Measurement) => void;
  /** A failure that no caller waits for: a job that will be retried, a record that could not be written, a listener that threw. */
  'background-error': (error: unknown) => void;
}

export type SpeechEvents = EventEmitter<SpeechEventMap>;

/** Calls each listener separately, so that one that throws affects neither the others nor the work. */
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
        // An error in a listener of `background-error` itself can't be reported to anybody.
        if (name !== 'background-error') this.emit('background-error', error);
      }
    }
    return listeners.length > 0;
  }
}

export const createSpeechEvents = (): SpeechEvents => new ContainedEvents();
