import type { ModelStore } from './model-store.ts';
import type { RecognitionEngine } from './recognition-engine.ts';
import type { SynthesisEngine } from './synthesis-engine.ts';
import type { TextAligner } from './text-aligner.ts';
import type { VoiceActivityDetector } from './voice-activity-detector.ts';
import type { VoicePackManifest } from './voice-pack.ts';

/** Where a plugin runs its native code: supervised child processes, or threads of this process alone. */
export type Isolation = 'process' | 'thread';

/** A voice pack that was found and read: a model on disk, and the voices it speaks. */
export interface VoicePack extends VoicePackManifest {
  /** Absolute folder. */
  readonly directory: string;
  /** Absolute path of each file or folder by its role; all of them are there. */
  readonly files: Readonly<Record<string, string>>;
}

/** A model of the catalogue that is installed, as far as a plugin has to know it to make engines. */
export interface InstalledModelEntry {
  /** What the store is asked for. */
  readonly id: string;
  readonly kind: string;
  readonly family: string;
  /** BCP 47: with a region for voices, without one for recognizers. */
  readonly languages: readonly string[];
}

/**
 * What engines are made of that no option of a plugin names: it came while the service was running, or lay there at the start. More types may
 * come; a plugin answers `undefined` to one that it does not know.
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
   * Voice packs of the service. A plugin speaks those whose `family` it knows, with voices that carry the pack's ownership, owner and
   * licence, and leaves the others to other plugins. Absent: there are none.
   */
  readonly voicePacks?: readonly VoicePack[];
  /** Time without work after which an engine gives its memory back, to load again when it is needed. Absent: never. */
  readonly idleUnloadMs?: number;
  /**
   * Whether memory matters more than time: a plugin then makes one worker of each model, with one copy, and keeps no memory for later
   * units. Absent: it does not.
   */
  readonly savesMemory?: boolean;
  /** Told of trouble that heals itself, such as a worker that died and was replaced. */
  readonly onIncident: (incident: EngineIncident) => void;
}

export interface EngineIncident {
  readonly engine: string;
  readonly kind: 'worker-died' | 'worker-hung' | 'worker-restarted' | 'breaker-open' | 'breaker-closed';
  readonly message: string;
}

/**
 * The version of the plugin port: this file and the ports of engines. It grows when a plugin written before would not work any
 * more; members that may be left out do not change it. Nothing was released so far, so it has not grown yet.
 */
export const PORT_VERSION = 1;

/**
 * What a plugin package exports as default, so that settings can name the package.
 *
 * @param options the plugin's own; parsed by it
 * @param path where the options stand, such as `plugins[1].options`: it names them in errors. Default: the plugin's id.
 * @throws SpeechError `INVALID_CONFIG` that names every wrong option by its path
 */
export type SpeechPluginFactory<Options = never> = (options?: Options, path?: string) => SpeechPlugin;

/**
 * A plugin is a value made by a factory, `sherpaOnnx(options)`. Importing it registers nothing and loads no native code;
 * engines come into being when the host calls a `create…` member.
 */
export interface SpeechPlugin {
  /** {@link PORT_VERSION} of the core that it was written for. A service refuses a plugin of another one. */
  readonly portVersion: typeof PORT_VERSION;
  /** Unique in one service; the name of its engine, or the beginning of its engines' ids: `sherpa-onnx/moonshine-tiny-en`. */
  readonly id: string;
  /** Catalogue ids that `create…` will ask the store for. */
  readonly models: readonly string[];
  createSynthesis?(context: PluginContext): Promise<readonly SynthesisEngine[]>;
  createRecognition?(context: PluginContext): Promise<readonly RecognitionEngine[]>;
  createVoiceActivity?(context: PluginContext): Promise<VoiceActivityDetector>;
  /** One that finds the words of a text in speech; of several in a service, the first that knows the language is asked. */
  createAlignment?(context: PluginContext): Promise<TextAligner>;
  /**
   * The engines of one installed model or voice pack, cold. Asked at the start and whenever one is installed in a running service, but
   * not for models that engines of `create…` run already: what the plugin's options say wins.
   *
   * @returns `undefined`: the plugin does not know its family; another one is asked
   * @throws SpeechError `INVALID_CONFIG` for a pack without a file that its family needs
   */
  enginesOf?(source: EngineSource, context: PluginContext): Promise<SourceEngines | undefined>;
}
