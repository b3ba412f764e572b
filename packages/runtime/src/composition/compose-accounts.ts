import {
  type ConcurrencySlots,
  capSlots,
  createAdmitCaller,
  createBalanceCheck,
  createCallRate,
  createConcurrencySlots,
  createLeasedSlots,
} from '@parlance/core/accounts';
import { createAppVocabularies } from '@parlance/core/administration';
import type { SpeechErrorCode } from '@parlance/core/errors';
import type { RandomSource } from '@parlance/core/platform';
import { createRejectionCounter } from '@parlance/core/reports';
import { createEndWriter } from '@parlance/core/requests';
import type { LeaseKind } from '@parlance/core/service';
import type { SpeechSettings } from '@parlance/core/settings';
import type { SpeechStorage } from '@parlance/core/storage';
import { createLiveCredits } from '@parlance/core/synthesis';
import type { DependencyContainer } from 'tsyringe';
import { createHmacSealer } from '../auth/hmac-sealer.ts';
import { createJoseTokenAuthority } from '../auth/jose-token-authority.ts';
import { measureTo } from '../measuring/measure.ts';
import type { SpeechEvents } from '../speech/speech-events.ts';
import { backgroundClock } from './background-clock.ts';
import { provide } from './provide.ts';
import { TOKENS } from './tokens.ts';

interface SlotNeeds {
  readonly settings: Pick<SpeechSettings, 'maxLiveSyntheses' | 'maxLiveRecognitions'>;
  readonly storage: SpeechStorage;
  readonly random: RandomSource;
  readonly events: SpeechEvents;
}

const onErrorOf =
  (events: SpeechEvents) =>
  (error: unknown): void =>
    void events.emit('background-error', error);

/** Slots of the apps: across all processes if the storage counts them, else in this process. This process has its own maximum as well. */
const slots =
  (kind: LeaseKind, code: SpeechErrorCode, what: string) =>
  ({ settings, storage: { sharedLimits: shared }, random, events }: SlotNeeds): ConcurrencySlots => {
    const most = kind === 'synthesis' ? settings.maxLiveSyntheses : settings.maxLiveRecognitions;
    const measure = measureTo(events);
    const ofApps =
      shared === undefined
        ? createConcurrencySlots(code, what)
        : createLeasedSlots({
            shared,
            clock: backgroundClock,
            random,
            onError: onErrorOf(events),
            onLeases: (change, count) => measure({ type: 'leases', kind, change, count }),
            code,
            what,
          });
    return capSlots(ofApps, most, what);
  };

/** Apps, their limits and their balances. */
export function composeAccounts(parts: DependencyContainer): void {
  const { keys, clock, storage, random, events, tokens } = TOKENS;
  provide(parts, tokens, ({ keys, clock }) => createJoseTokenAuthority(keys, clock), { keys, clock });
  provide(parts, TOKENS.sealer, ({ keys }) => createHmacSealer(keys.current().sealingKey), { keys });
  provide(
    parts,
    TOKENS.callers,
    ({ storage: { records, sharedLimits: shared }, tokens, clock, events }) =>
      createAdmitCaller(
        { apps: records.apps, tokens, clock },
        {
          rate: createCallRate(clock, shared),
          clientTokens: records.clientTokens,
          onError: onErrorOf(events),
        },
      ),
    { storage, tokens, clock, events },
  );
  const slotNeeds = { settings: TOKENS.settings, storage, random, events };
  provide(
    parts,
    TOKENS.synthesisSlots,
    slots('synthesis', 'SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses'),
    slotNeeds,
  );
  provide(
    parts,
    TOKENS.recognitionSlots,
    slots('recognition', 'RECOGNITION_CONCURRENCY_EXCEEDED', 'live recognitions'),
    slotNeeds,
  );
  provide(
    parts,
    TOKENS.endWriter,
    ({ clock, events }) =>
      createEndWriter({
        clock,
        onError: onErrorOf(events),
        onCaughtUp: (written) => void events.emit('ends-caught-up', { written }),
      }),
    { clock, events },
  );
  provide(
    parts,
    TOKENS.liveCredits,
    ({ storage: { records }, clock, endWriter }) => createLiveCredits({ records, clock, endWriter }),
    { storage, clock, endWriter: TOKENS.endWriter },
  );
  provide(
    parts,
    TOKENS.vocabularies,
    ({ storage: { records }, clock, random }) => createAppVocabularies({ records, clock, random }),
    { storage, clock, random },
  );
  provide(
    parts,
    TOKENS.seconds,
    ({ storage: { records }, clock }) => createBalanceCheck(records.ledger, clock, 'seconds'),
    { storage, clock },
  );
  provide(
    parts,
    TOKENS.rejections,
    ({ storage: { records }, events }) => {
      const counter = createRejectionCounter(records.rejections, backgroundClock, onErrorOf(events));
      const measure = measureTo(events);
      return {
        count(status, code) {
          counter.count(status, code);
          measure({ type: 'refusal', status, code });
        },
        flush: () => counter.flush(),
      };
    },
    { storage, events },
  );
}
