import type { AdminActor } from '../administration/admin-actor.ts';
import type { ModelProgress } from '../engine/model-store.ts';
import type { SpeechErrorCode } from '../errors/error-codes.ts';

/** A model of the catalogue, as an operator sees it in one process. */
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
  /** One line that helps to choose it; `null` for parts of other models. */
  readonly goodFor: string | null;
  /** What the project measured of it: word errors, time, memory; `null`: nothing. */
  readonly figures: string | null;
  /** On disk, and fetched over the network. */
  readonly sizeBytes: number;
  readonly downloadBytes: number | null;
  readonly state: 'available' | 'installing' | 'installed';
  /** Of an install under way. */
  readonly progress: Omit<ModelProgress, 'modelId'> | null;
  /** Why the last install failed. */
  readonly error: { readonly code: SpeechErrorCode; readonly message: string } | null;
  /** Whether its voices or its recognizer are offered now. */
  readonly isInUse: boolean;
  /** Whether a plugin's options name it: removed, it is fetched again when it is needed. */
  readonly isDeclared: boolean;
  /** Whether it speaks the default voice, or recognizes for whoever names no language. */
  readonly isDefault: boolean;
  /** Codes of the voices that it speaks, or would speak. */
  readonly voices: readonly string[];
  /** Installed models that need it. */
  readonly requiredBy: readonly string[];
  /** Of this process's workers; `null`: not loaded, or not known. */
  readonly memoryBytes: number | null;
  /** From the work that it did in this process; `null`: none yet. */
  readonly measured: {
    readonly audioSeconds: number;
    /** Seconds of work for each second of audio. */
    readonly realTimeFactor: number;
  } | null;
}

export interface ModelOverview {
  /** The model folder of this process. */
  readonly directory: string;
  /** `null`: nothing speaks. */
  readonly defaultVoice: string | null;
  /** `null`: nothing recognizes, or a recognizer that no model of the catalogue is behind. */
  readonly defaultRecognizer: string | null;
  readonly models: readonly ManagedModel[];
}

/** Installs and removes models of a running service. What is done `by` somebody stands on the log of actions. */
export interface ModelAdmin {
  list(): Promise<ModelOverview>;
  /** @throws SpeechError `MODEL_NOT_FOUND` */
  get(modelId: string): Promise<ManagedModel>;
  /**
   * Begins to fetch a model and what it requires; its voices or its recognizer are offered once it is there. Asked again meanwhile
   * it changes nothing.
   *
   * @throws SpeechError `MODEL_NOT_FOUND`
   */
  install(modelId: string, by?: AdminActor): Promise<ManagedModel>;
  /** Gives an install up; without one it changes nothing. @throws SpeechError `MODEL_NOT_FOUND` */
  cancelInstall(modelId: string, by?: AdminActor): Promise<ManagedModel>;
  /**
   * Takes its voices or its recognizer out of the service, lets running work end, and deletes its files.
   *
   * @param options.force also where it is the default, named by a plugin's options, or needed by another model
   * @throws SpeechError `MODEL_NOT_FOUND`, `MODEL_NOT_INSTALLED`, `INVALID_INPUT` without `force`, a storage code
   */
  remove(modelId: string, options?: { readonly force?: boolean | undefined }, by?: AdminActor): Promise<void>;
  /**
   * Makes its first voice the default voice, or it the recognizer that is asked first, in every process on the storage.
   *
   * @throws SpeechError `MODEL_NOT_FOUND`, `MODEL_NOT_INSTALLED`, `INVALID_INPUT` of a model that neither speaks nor recognizes
   */
  makeDefault(modelId: string, by?: AdminActor): Promise<ManagedModel>;
}
