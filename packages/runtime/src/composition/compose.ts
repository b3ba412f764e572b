import { systemClock } from '@parlance/core/platform';
import 'reflect-metadata';
import { SpeechError } from '@parlance/core/errors';
import type { Egress } from '@parlance/core/requests';
import type { LiveAdmission } from '@parlance/core/scheduling';
import type { ServerRole, SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import { container, type DependencyContainer } from 'tsyringe';
import type { KeySource } from '../auth/key-source.ts';
import { nodeRandom } from '../auth/node-random.ts';
import type { EngineMeter } from '../engines/engine-meter.ts';
import type { Engines } from '../engines/engines.ts';
import type { SegmentCache } from '../engines/segment-cache.ts';
import type { SpeechLibrary } from '../library/speech-library.ts';
import type { ReadinessRules } from '../services/reports.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import type { StorageWatch } from '../storage/storage-problems.ts';
import type { VoiceSet } from '../voices/voice-set.ts';
import { composeAccounts } from './compose-accounts.ts';
import { composeAudio } from './compose-audio.ts';
import { composeServices } from './compose-services.ts';
import { TOKENS } from './tokens.ts';

/** Everything that has to exist before a service can be composed. */
export interface Foundations {
  readonly settings: SpeechSettings;
  readonly engines: Engines;
  readonly voices: VoiceSet;
  readonly library: SpeechLibrary;
  readonly engineMeter: EngineMeter;
  readonly admission: LiveAdmission;
  readonly segmentCache: SegmentCache;
  readonly storage: SpeechStorage;
  readonly storageWatch: StorageWatch;
  readonly egress: Egress;
  readonly keys: KeySource;
  readonly events: SpeechEvents;
  readonly readiness: ReadinessRules;
  readonly roles: readonly ServerRole[];
  /** The public address of the service; `undefined` if it has none. */
  readonly publicUrl: () => Promise<string | undefined>;
  /** Aborts when the service closes, its reason a SpeechError. */
  readonly closing: AbortSignal;
}

/** Registers every part of one service, with its dependencies by name. */
export function compose(foundations: Foundations): DependencyContainer {
  const parts = container.createChildContainer();
  const { publicUrl, closing, ...given } = foundations;
  for (const [name, part] of Object.entries(given))
    parts.registerInstance(TOKENS[name as keyof typeof given], part);
  parts.registerInstance(TOKENS.catalogue, given.voices.catalogue);
  parts.registerInstance(TOKENS.clock, systemClock);
  parts.registerInstance(TOKENS.random, nodeRandom);
  parts.registerInstance(TOKENS.assertOpen, () => {
    if (closing.aborted) throw SpeechError.from(closing.reason);
  });
  composeAudio(parts);
  composeAccounts(parts);
  composeServices(parts, publicUrl);
  return parts;
}
