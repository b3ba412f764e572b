export { CATALOGUE, CATALOGUE_VERSION, DEFAULT_MODEL_IDS } from './catalogue/catalogue.ts';
export {
  type CatalogueEntry,
  type Conversion,
  FAMILY_ROLES,
  type HttpsSource,
  MODEL_KINDS,
  type ModelFamily,
  type ModelKind,
  type ModelSource,
  type Package,
  type PackageParts,
  type PackagesSource,
  type Registry,
  type SourceFile,
  type WheelSource,
} from './catalogue/catalogue-entry.ts';
export { adviceOn, type ModelAdvice, measuredFigures } from './catalogue/model-advice.ts';
export type { ModelVoice } from './catalogue/model-voice.ts';
export { convertMoonshineTokenizer } from './convert/moonshine.ts';
export { encodeOnnxMetadata } from './convert/onnx-metadata.ts';
export { convertPiperConfig, type PiperConversion } from './convert/piper.ts';
export type { NpmCommand } from './sources/npm-download.ts';
export type { PipCommand } from './sources/pip-download.ts';
export { defaultModelDirectory } from './store/default-directory.ts';
export type { DigestTrust } from './store/manifest.ts';
export {
  createModelStore,
  type InstallableModelStore,
  type ModelStatus,
  type ModelStoreOptions,
  type PullOptions,
} from './store/model-store.ts';
export type { VerifiedFile, VerifyReport } from './store/verify.ts';
