import type { ModelStore } from './model-store.ts';
import type { RecognitionEngine } from './recognition-engine.ts';
import type { SynthesisEngine } from './synthesis-engine.ts';
import type { TextAligner } from './text-aligner.ts';
import type { VoiceActivityDetector } from './voice-activity-detector.ts';
import type { VoicePackManifest } from './voice-pack.ts';

/** Where a plugin runs its native code: in supervised child processes, or only in threads of this process. */
export type Isolation = 'process' | 'thread';

/** A voice pack that was found and read: a model on disk, and its voices. */
export interface VoicePack extends VoicePackManifest {
  /** Absolute folder. */
  readonly directory: string;
  /** Absolute path of each file or folder by its role; all of them exist. */
  readonly files: Readonly<Record<string, string>>;
}

/** What a plugin needs to know of an installed model to create engines for it. */
export interface InstalledModelEntry {
  /** The id by which the store knows it. */
  readonly id: string;
  readonly kind: string;
  readonly family: string;
  /** BCP 47 codes: with a region for voices, without one for recognizers. */
  readonly languages: readonly string[];
}

/**
 * A source of engines that no plugin option names: it was installed while the service was running, or existed at the start. More types may
 * be added; a plugin returns `undefined` for one that it does not know.
 */
export type EngineSource =
  | { readonly type: 'model'; readonly model: InstalledModelEntry }
  | { readonly type: 'voice-pack'; readonly pack: VoicePack };

export interface SourceEngines {
  readonly synthesis: readonly SynthesisEngine[];
  readonly recognition: readonly RecognitionEngine[];
}

/** What the host gives a plugin when it creates an engine. */
export interface PluginContext {
  readonly models: ModelStore;
  readonly isolation: Isolation;
  /**
   * Voice packs of the service. A plugin provides those whose `family` it knows, with voices that have the pack's ownership, owner and
   * licence, and ignores the others. Absent: there are none.
   */
  readonly voicePacks?: readonly VoicePack[];
  /** Time without work after which an engine releases its memory; it loads again when it is needed. Absent: never. */
  readonly idleUnloadMs?: number;
  /**
   * Whether memory matters more than time: a plugin then creates one worker for each model, with one copy, and keeps no memory for later
   * units. Absent: it does not.
   */
  readonly savesMemory?: boolean;
  /**
   * To be called before each load of a model: resolves when there is memory for it, for which other engines may have been unloaded. Absent: memory is
   * not watched.
   *
   * @throws SpeechError `MEMORY_LOW`
   */
  readonly makeRoom?: (load: ModelLoad) => Promise<void>;
  /** Called for problems that resolve themselves, such as a worker that died and was replaced. */
  readonly onIncident: (incident: EngineIncident) => void;
}

/** What is about to be loaded. */
export interface ModelLoad {
  /** Of its files. */
  readonly modelBytes: number;
  /** Whether its workers have a process of their own. */
  readonly isOwnProcess: boolean;
}

export interface EngineIncident {
  readonly engine: string;
  readonly kind: 'worker-died' | 'worker-hung' | 'worker-restarted' | 'breaker-open' | 'breaker-closed';
  readonly message: string;
}

/**
 * The version of the plugin port: this file and the ports of engines. It is raised when existing plugins would no longer
 * work; optional members do not change it. Nothing has been released so far, so it has never been raised.
 */
export const PORT_VERSION = 1;

/**
 * What a plugin package exports as default, so that settings can name the package.
 *
 * @param options the plugin's own; it parses them
 * @param path where the options are written, such as `plugins[1].options`, for errors. Default: the plugin's id
 * @throws SpeechError `INVALID_CONFIG` that names every wrong option by its path
 */
export type SpeechPluginFactory<Options = never> = (options?: Options, path?: string) => SpeechPlugin;

/**
 * A plugin is a value made by a factory, `sherpaOnnx(options)`. Importing it registers nothing and loads no native code;
 * engines are created when the host calls a `create…` member.
 */
export interface SpeechPlugin {
  /** {@link PORT_VERSION} of the core that it was written for. A service refuses a plugin with another one. */
  readonly portVersion: typeof PORT_VERSION;
  /** Unique in one service; the id of its engine, or the prefix of its engines' ids: `sherpa-onnx/moonshine-tiny-en`. */
  readonly id: string;
  /** Catalogue ids of the models that `create…` will request from the store. */
  readonly models: readonly string[];
  createSynthesis?(context: PluginContext): Promise<readonly SynthesisEngine[]>;
  createRecognition?(context: PluginContext): Promise<readonly RecognitionEngine[]>;
  createVoiceActivity?(context: PluginContext): Promise<VoiceActivityDetector>;
  /** Creates an engine that finds the words of a text in speech; a service with several uses the first one that supports the language. */
  createAlignment?(context: PluginContext): Promise<TextAligner>;
  /**
   * Creates the engines of one installed model or voice pack, cold. Called at the start and whenever one is installed in a running service, but
   * not for models that engines of `create…` run already: the plugin's options take precedence.
   *
   * @returns `undefined`: the plugin does not know its family, and another one is asked
   * @throws SpeechError `INVALID_CONFIG` for a pack without a file that its family needs
   */
  enginesOf?(source: EngineSource, context: PluginContext): Promise<SourceEngines | undefined>;
}
