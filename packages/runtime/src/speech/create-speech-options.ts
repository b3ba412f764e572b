import type { ModelStore } from '@parlance/core/engine';
import type { Tracer } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import type { ServerRole, SpeechSettingsInput } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import type { KeyRing } from '../auth/key-ring.ts';
import type { PluginChoice } from '../plugins/load-plugins.ts';
import type { DefaultChoices } from './speech-events.ts';

export interface ModelOptions {
  /** Absent: the user's cache folder. */
  readonly directory?: string | undefined;
  /** Fetches nothing: a missing model is an error. Default false. */
  readonly offline?: boolean | undefined;
}

export interface CreateSpeechOptions extends SpeechSettingsInput {
  /** Plugins, or names of packages, optionally with options. Absent: sherpa-onnx, Flite, and SoundSwallower and eSpeak NG if they are installed. */
  readonly plugins?: readonly PluginChoice[] | undefined;
  /** Where to look for the packages that `plugins` names. Absent: the working directory. */
  readonly projectFolder?: string | undefined;
  /** Where to look for packages that the project does not have, such as dependencies of its dependencies. */
  readonly pluginFolders?: readonly string[] | undefined;
  /** The source of models: a store, or options for the default one. */
  readonly models?: ModelStore | ModelOptions | undefined;
  /**
   * The storage of records, audio and the queue: either an open storage, which the caller closes after `Speech.close()`, or a function that opens one, which
   * `Speech.close()` closes. The function is called after the default engines have begun to load, so that both happen at the same time; this applies to engines in
   * their own processes whose models are installed and that stay loaded. Absent: records and jobs in memory, audio in a temporary folder, until
   * the service is closed.
   */
  readonly storage?: SpeechStorage | (() => Promise<SpeechStorage>) | undefined;
  /**
   * The folder for local copies of voice packs that are added at run time; no other process may use it. Absent: a temporary folder,
   * to which they are fetched from the storage at each start.
   */
  readonly voicePackFolder?: string | undefined;
  /** Traces calls through jobs, engines and webhooks, such as `openTelemetryTracer()` of `@parlance/tracing`. Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Sends requests to addresses that callers name; the caller of `createSpeech` closes it. Absent: created from `allowNetworks`. */
  readonly egress?: Egress | undefined;
  /** With `worker`, it processes the jobs of batch requests from now on. Default both. */
  readonly roles?: readonly ServerRole[] | undefined;
  /**
   * The public address of the service, for links to audio. Pass a promise if it is known only later: links wait for
   * it. Absent: links are paths.
   */
  readonly publicUrl?: string | Promise<string> | undefined;
  /**
   * The default voice and recognizer of a service without a storage, while they exist. A storage keeps the choices of its operators
   * itself; while it is being opened, these are the defaults that begin to load.
   */
  readonly defaults?: DefaultChoices | undefined;
  /** The keys that sign tokens and seal cursors. Absent: keys in the storage, which are created if it has none. */
  readonly keys?: KeyRing | undefined;
}
