import type { RecognitionEngine, SourceEngines, SynthesisEngine } from '@parlance/core';
import type { SegmentCache } from '../cache/segment-cache.ts';
import type { EngineWatch } from '../service/watched-engines.ts';
import type { Engines, HostedEngines } from './engines.ts';
import { type Hosted, hostRecognition, hostSynthesis } from './hosted-engines.ts';

/**
 * The engines of a running service: those of the plugins' options, and those of models that come and go. Calls read two
 * arrays that are replaced by each change; nothing is looked up on disk.
 */
export interface EngineSet extends Engines {
  /** Catalogue ids of the models of plugins' options. */
  readonly declared: readonly string[];
  /** Sources that were added, in that order. */
  readonly sources: readonly string[];
  /**
   * Takes in the engines of a model, cold. One whose id is taken is closed and left out.
   *
   * @param source what {@link EngineSet.remove} takes them out by
   */
  add(source: string, engines: SourceEngines): void;
  /** Takes them out: nothing new reaches them. Resolves when those who use them have ended, and they are closed. */
  remove(source: string): Promise<void>;
  /** Puts the recognizer of a model before the others. `null`: the order in which they came. */
  prefer(modelId: string | null): void;
  /** Called after each change. */
  onChange(listener: () => void): void;
  /** Lets every engine end what it has, and take nothing new; resolves at the latest after the time. */
  drain(timeoutMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface EngineSetLayers {
  readonly watch: EngineWatch;
  readonly cache: SegmentCache;
}

interface Member {
  /** `undefined`: of a plugin's options. */
  readonly source: string | undefined;
  readonly synthesis: readonly Hosted<SynthesisEngine>[];
  readonly recognition: readonly Hosted<RecognitionEngine>[];
}

/** @param declared those of the plugins' options; they stay for as long as the service lives */
export function createEngineSet(declared: HostedEngines, { watch, cache }: EngineSetLayers): EngineSet {
  const { voiceActivity } = declared;
  const listeners: (() => void)[] = [];
  let members: readonly Member[] = [];
  let preferred: string | null = null;
  let synthesis: readonly Hosted<SynthesisEngine>[] = [];
  let recognition: readonly Hosted<RecognitionEngine>[] = [];
  const leaving = new Set<Hosted<SynthesisEngine | RecognitionEngine>>();

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
  // The cache stands before the watch: what it answers takes no worker.
  const layered = (
    source: string | undefined,
    engines: Pick<HostedEngines, 'synthesis' | 'recognition'>,
  ): Member => ({
    source,
    synthesis: engines.synthesis.map((engine) => cache.wrap(watch.watchSynthesis(engine))),
    recognition: engines.recognition.map((engine) => watch.watchRecognition(engine)),
  });
  const release = async (engine: Hosted<SynthesisEngine | RecognitionEngine>): Promise<void> => {
    leaving.add(engine);
    await engine.released();
    await engine.close();
    leaving.delete(engine);
  };
  const everyEngine = () => [
    ...synthesis,
    ...recognition,
    ...leaving,
    ...(voiceActivity === undefined ? [] : [voiceActivity]),
  ];
  change([layered(undefined, declared)]);

  return {
    get synthesis() {
      return synthesis;
    },
    get recognition() {
      return recognition;
    },
    voiceActivity,
    declared: [...declared.synthesis, ...declared.recognition].flatMap(({ model }) => model ?? []),
    get sources() {
      return members.flatMap(({ source }) => source ?? []);
    },
    add(source, engines) {
      const isNew = (present: readonly { readonly id: string }[]) => (engine: { readonly id: string }) =>
        !present.some(({ id }) => id === engine.id);
      const fresh = {
        synthesis: engines.synthesis.filter(isNew(synthesis)),
        recognition: engines.recognition.filter(isNew(recognition)),
      };
      const kept: readonly (SynthesisEngine | RecognitionEngine)[] = [
        ...fresh.synthesis,
        ...fresh.recognition,
      ];
      for (const engine of [...engines.synthesis, ...engines.recognition])
        if (!kept.includes(engine)) void engine.close();
      const hosted = {
        synthesis: fresh.synthesis.map(hostSynthesis),
        recognition: fresh.recognition.map(hostRecognition),
      };
      change([...members, layered(source, hosted)]);
    },
    async remove(source) {
      const gone = members.filter((member) => member.source === source);
      change(members.filter((member) => member.source !== source));
      const spoken = gone.flatMap((member) => member.synthesis);
      const heard = gone.flatMap((member) => member.recognition);
      for (const { id } of spoken) watch.unwatch('synthesis', id);
      for (const { id } of heard) watch.unwatch('recognition', id);
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
      await Promise.all(everyEngine().map((engine) => engine.close()));
    },
  };
}
