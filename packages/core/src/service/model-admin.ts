import type { AdminActor } from '../administration/admin-actor.ts';
import type { ModelProgress } from '../engine/model-store.ts';
import type { SpeechErrorCode } from '../errors/error-codes.ts';

/** A model of the catalogue, as it is in one process, for operators. */
export interface ManagedModel {
  readonly id: string;
  readonly title: string;
  /** `synthesis`, `recognition`, `online-recognition`, `voice-activity`, `punctuation` or `data`. */
  readonly kind: string;
  readonly family: string;
  readonly languages: readonly string[];
  readonly licence: string;
  readonly licenceUrl: string;
  readonly licenceNotice: string | null;
  /** One line that helps operators choose; `null` for parts of other models. */
  readonly goodFor: string | null;
  /** What the project measured: word errors, time, memory; `null`: nothing. */
  readonly figures: string | null;
  /** Size on disk, and of the download. */
  readonly sizeBytes: number;
  readonly downloadBytes: number | null;
  readonly state: 'available' | 'installing' | 'installed';
  /** Progress of an install. */
  readonly progress: Omit<ModelProgress, 'modelId'> | null;
  /** Why the last install failed. */
  readonly error: { readonly code: SpeechErrorCode; readonly message: string } | null;
  /** Whether its voices or its recognizer are offered now. */
  readonly isInUse: boolean;
  /** Whether a plugin's options name it: if it is removed, it is fetched again when it is needed. */
  readonly isDeclared: boolean;
  /** Whether it has the default voice, or is the recognizer for requests that name no language. */
  readonly isDefault: boolean;
  /** Codes of the voices that it has, or would have. */
  readonly voices: readonly string[];
  /** Installed models that need it. */
  readonly requiredBy: readonly string[];
  /** Memory of this process's workers; `null`: not loaded, or not known. */
  readonly memoryBytes: number | null;
  /** Measured from its work in this process; `null`: none so far. */
  readonly measured: {
    readonly audioSeconds: number;
    /** Seconds of work per second of audio. */
    readonly realTimeFactor: number;
  } | null;
}

export interface ModelOverview {
  /** The model folder of this process. */
  readonly directory: string;
  /** `null`: there are no voices. */
  readonly defaultVoice: string | null;
  /** `null`: there is no recognizer, or it uses no model of the catalogue. */
  readonly defaultRecognizer: string | null;
  readonly models: readonly ManagedModel[];
}

/** Installs and removes models of a running service. An action with `by` is added to the log of actions. */
export interface ModelAdmin {
  list(): Promise<ModelOverview>;
  /** @throws SpeechError `MODEL_NOT_FOUND` */
  get(modelId: string): Promise<ManagedModel>;
  /**
   * Begins to fetch a model and the models that it requires; its voices or its recognizer are offered once it is installed. A second call
   * meanwhile changes nothing.
   *
   * @throws SpeechError `MODEL_NOT_FOUND`
   */
  install(modelId: string, by?: AdminActor): Promise<ManagedModel>;
  /** Cancels an install; if there is none, nothing changes. @throws SpeechError `MODEL_NOT_FOUND` */
  cancelInstall(modelId: string, by?: AdminActor): Promise<ManagedModel>;
  /**
   * Removes its voices or its recognizer from the service, lets running work end, and deletes its files.
   *
   * @param options.force removes it even if it is the default, named by a plugin's options, or needed by another model
   * @throws SpeechError `MODEL_NOT_FOUND`, `MODEL_NOT_INSTALLED`, `INVALID_INPUT` without `force`, a storage code
   */
  remove(modelId: string, options?: { readonly force?: boolean | undefined }, by?: AdminActor): Promise<void>;
  /**
   * Makes its first voice the default voice, or makes it the default recognizer, in every process on the storage.
   *
   * @throws SpeechError `MODEL_NOT_FOUND`, `MODEL_NOT_INSTALLED`, `INVALID_INPUT` for a model that has neither voices nor a recognizer
   */
  makeDefault(modelId: string, by?: AdminActor): Promise<ManagedModel>;
}
