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
  /** Fetch nothing: a model that is missing is an error. Default false. */
  readonly offline?: boolean | undefined;
}

export interface CreateSpeechOptions extends SpeechSettingsInput {
  /** Plugins, or the names of their packages, or those with options. Absent: sherpa-onnx, Flite, and eSpeak NG where it is installed. */
  readonly plugins?: readonly PluginChoice[] | undefined;
  /** Where the packages are looked for that `plugins` names. Absent: the working directory. */
  readonly projectFolder?: string | undefined;
  /** Where the packages are looked for that the project has not, such as those that its dependencies bring. */
  readonly pluginFolders?: readonly string[] | undefined;
  /** Where models come from: a store, or how to make the usual one. */
  readonly models?: ModelStore | ModelOptions | undefined;
  /**
   * Where everything is kept, and the queue: a storage, which the giver closes after `Speech.close()`, or a function that opens one, which that call
   * closes. The function is called once the default engines have begun to load, so that they load while it opens: those in processes of
   * their own whose models are installed and that are to stay loaded. Absent: records and jobs in memory, audio in a temporary folder, for as
   * long as this service lives.
   */
  readonly storage?: SpeechStorage | (() => Promise<SpeechStorage>) | undefined;
  /**
   * Where this process has the voice packs that are added while it runs; it belongs to this process alone. Absent: in a temporary folder,
   * to which they are fetched from the storage at each start.
   */
  readonly voicePackFolder?: string | undefined;
  /** Follows calls into jobs, engines and webhooks, as `openTelemetryTracer()` of `@parlance/tracing` does. Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** The way to addresses that callers name; the giver closes it. Absent: made of `allowNetworks`. */
  readonly egress?: Egress | undefined;
  /** `worker`: does the jobs of batch requests, from now on. Default both. */
  readonly roles?: readonly ServerRole[] | undefined;
  /**
   * The address that callers know the service by, for links to audio. A promise where it is known only later: links wait for
   * it. Absent: links are paths.
   */
  readonly publicUrl?: string | Promise<string> | undefined;
  /**
   * What a service without a storage uses for calls that name nothing, while it is there. A storage keeps what its operators chose
   * itself; while one is being opened, these are the defaults that begin to load.
   */
  readonly defaults?: DefaultChoices | undefined;
  /** What signs tokens and seals cursors. Absent: kept in the storage, and made when there are none in it. */
  readonly keys?: KeyRing | undefined;
}
