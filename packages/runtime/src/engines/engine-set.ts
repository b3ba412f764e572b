import type { RecognitionEngine, SourceEngines } from '@parlance/core/engine';
import type { EngineTracing } from '../tracing/trace-engines.ts';
import type { EngineMeter } from './engine-meter.ts';
import type { Engines } from './engines.ts';
import { HostedAligner } from './hosted-aligner.ts';
import type { OnEngineLoad } from './hosted-engine.ts';
import { HostedRecognition } from './hosted-recognition.ts';
import { HostedSynthesis } from './hosted-synthesis.ts';
import { HostedVoiceActivity } from './hosted-voice-activity.ts';
import type { SegmentCache } from './segment-cache.ts';

/**
 * The engines of a running service: those that the plugins' options declare, and those of models that are added and removed. Calls
 * read two arrays, which each change replaces; nothing is read from disk.
 */
export interface EngineSet extends Engines {
  readonly synthesis: readonly HostedSynthesis[];
  readonly recognition: readonly HostedRecognition[];
  readonly voiceActivity: HostedVoiceActivity | undefined;
  readonly alignment: readonly HostedAligner[];
  /** Catalogue ids of the models that the plugins' options declare. */
  readonly declared: readonly string[];
  /** Sources that were added, in order. */
  readonly sources: readonly string[];
  /**
   * Adds the engines of a model without loading them. An engine whose id is taken is closed and not added.
   *
   * @param source identifies them for {@link EngineSet.remove}
   */
  add(source: string, engines: SourceEngines): void;
  /** Removes the engines of a source: no new call reaches them. Resolves when their calls have ended and they are closed. */
  remove(source: string): Promise<void>;
  /** Puts the recognizer of a model first. `null`: in the order in which they were added. */
  prefer(modelId: string | null): void;
  /** Called after each change. */
  onChange(listener: () => void): void;
  /** Refuses new calls and waits for running ones, for at most `timeoutMs`. */
  drain(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface EngineSetOptions {
  readonly meter: Pick<EngineMeter, 'synthesis' | 'recognition' | 'forget'>;
  readonly cache: Pick<SegmentCache, 'synthesis' | 'forget'>;
  /** Absent: nothing is traced. */
  readonly tracing?: EngineTracing | undefined;
  readonly onLoad?: OnEngineLoad;
  /** Called with the error of an engine that could not be closed. */
  readonly onError: (error: unknown) => void;
}

interface Member {
  /** `undefined`: declared by a plugin's options. */
  readonly source: string | undefined;
  readonly synthesis: readonly HostedSynthesis[];
  readonly recognition: readonly HostedRecognition[];
}

/** @param declared by the plugins' options; never removed */
export function createEngineSet(
  declared: Engines,
  { meter, cache, tracing, onLoad, onError }: EngineSetOptions,
): EngineSet {
  const voiceActivity = declared.voiceActivity && new HostedVoiceActivity(declared.voiceActivity, onLoad);
  const alignment = declared.alignment.map((engine) => new HostedAligner(engine, onLoad));
  const listeners: (() => void)[] = [];
  let members: readonly Member[] = [];
  let preferred: string | null = null;
  let synthesis: readonly HostedSynthesis[] = [];
  let recognition: readonly HostedRecognition[] = [];
  const leaving = new Set<HostedSynthesis | HostedRecognition>();

  const change = (next: readonly Member[]): void => {
    members = next;
    synthesis = members.flatMap((member) => member.synthesis);
    const recognizers = members.flatMap((member) => member.recognition);
    const isPreferred = ({ model }: RecognitionEngine): boolean => model !== undefined && model === preferred;
    recognition = [
      ...recognizers.filter(isPreferred),
      ...recognizers.filter((engine) => !isPreferred(engine)),
    ];
    for (const listener of listeners) listener();
  };
  const spans =
    tracing === undefined
      ? { synthesis: [], recognition: [] }
      : { synthesis: [tracing.synthesis], recognition: [tracing.recognition] };
  const host = (source: string | undefined, engines: SourceEngines): Member => ({
    source,
    // The cache is outside the meter, since its answers take no worker. The meter listens for starts itself and does not report them to its caller.
    synthesis: engines.synthesis.map(
      (engine) => new HostedSynthesis(engine, [cache.synthesis, meter.synthesis, ...spans.synthesis], onLoad),
    ),
    recognition: engines.recognition.map(
      (engine) => new HostedRecognition(engine, [meter.recognition, ...spans.recognition], onLoad),
    ),
  });
  /** An engine that fails to close affects neither the others nor what is closed after them. */
  const closeEngine = async (engine: { close(): Promise<void> }): Promise<void> => {
    try {
      await engine.close();
    } catch (error) {
      onError(error);
    }
  };
  const release = async (engine: HostedSynthesis | HostedRecognition): Promise<void> => {
    leaving.add(engine);
    await engine.released();
    await closeEngine(engine);
    leaving.delete(engine);
  };
  const everyEngine = () => [
    ...synthesis,
    ...recognition,
    ...leaving,
    ...alignment,
    ...(voiceActivity === undefined ? [] : [voiceActivity]),
  ];
  change([host(undefined, declared)]);

  return {
    get synthesis() {
      return synthesis;
    },
    get recognition() {
      return recognition;
    },
    voiceActivity,
    alignment,
    declared: [...declared.synthesis, ...declared.recognition].flatMap(({ model }) => model ?? []),
    get sources() {
      return members.flatMap(({ source }) => source ?? []);
    },
    add(source, engines) {
      const fresh = {
        synthesis: closingTaken(synthesis, engines.synthesis, closeEngine),
        recognition: closingTaken(recognition, engines.recognition, closeEngine),
      };
      change([...members, host(source, fresh)]);
    },
    async remove(source) {
      const gone = members.filter((member) => member.source === source);
      change(members.filter((member) => member.source !== source));
      const spoken = gone.flatMap((member) => member.synthesis);
      const heard = gone.flatMap((member) => member.recognition);
      for (const { id } of spoken) meter.forget('synthesis', id);
      for (const { id } of heard) meter.forget('recognition', id);
      await Promise.all([...spoken, ...heard].map(release));
      for (const { id } of spoken) cache.forget(id);
    },
    prefer(modelId) {
      if (modelId === preferred) return;
      preferred = modelId;
      change(members);
    },
    onChange(listener) {
      listeners.push(listener);
    },
    async drain(timeoutMs) {
      await Promise.all(everyEngine().map((engine) => engine.drain(timeoutMs)));
    },
    async close() {
      await Promise.all(everyEngine().map(closeEngine));
    },
  };
}

/** Closes engines whose id is taken. @returns the others */
function closingTaken<Engine extends { readonly id: string }>(
  present: readonly { readonly id: string }[],
  added: readonly Engine[],
  close: (engine: Engine) => Promise<void>,
): readonly Engine[] {
  const ids = new Set(present.map(({ id }) => id));
  for (const engine of added) if (ids.has(engine.id)) void close(engine);
  return added.filter(({ id }) => !ids.has(id));
}
