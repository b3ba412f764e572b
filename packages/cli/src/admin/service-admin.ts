import type {
  AppChangeInput,
  AppVocabulary,
  NewAppInput,
  RotateTokenInput,
  VocabularyTrialInput,
} from '@parlance/core/administration';
import type { DeliveryQuery } from '@parlance/core/reports';
import type { ModelAdmin, VocabularyTrials, VoicePackAdmin } from '@parlance/core/service';
import type { VocabularyTerm } from '@parlance/core/vocabulary';
import type {
  AppView,
  CreatedAppView,
  DeliveryView,
  KeyIdsView,
  OwnedVoiceView,
  RotatedSecretView,
  RotatedTokenView,
} from './admin-views.ts';

/** Credits, seconds or both. */
export interface AddedAmounts {
  readonly credits?: string | undefined;
  readonly seconds?: string | undefined;
}

export interface DeliveryFilter extends Pick<DeliveryQuery, 'appId' | 'state'> {
  /** Maximum number of deliveries, newest first. */
  readonly limit: number;
}

/** The operations of the operator commands, wherever the data is. Commands validate their input first, so that invalid input opens no database. */
export interface ServiceAdmin {
  create(input: NewAppInput): Promise<CreatedAppView>;
  list(search?: string): Promise<readonly AppView[]>;
  get(appId: string): Promise<AppView>;
  change(appId: string, change: AppChangeInput): Promise<AppView>;
  revoke(appId: string): Promise<AppView>;
  topUp(appId: string, added: AddedAmounts): Promise<AppView>;
  rotateToken(appId: string, input: RotateTokenInput): Promise<RotatedTokenView>;
  getVocabulary(appId: string): Promise<AppVocabulary>;
  putVocabulary(appId: string, terms: readonly VocabularyTerm[]): Promise<AppVocabulary>;
  tryVocabulary(appId: string, input: VocabularyTrialInput): Promise<VocabularyTrials>;
  rotateWebhookSecret(appId: string): Promise<RotatedSecretView>;
  listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryView[]>;
  replayDelivery(deliveryId: string): Promise<DeliveryView>;
  setPassword(password: string): Promise<void>;
  rotateKeys(): Promise<KeyIdsView>;
  /** @param appId `null`: available to all apps again */
  giveVoice(code: string, appId: string | null): Promise<OwnedVoiceView>;
  readonly models: ModelAdmin;
  readonly voicePacks: VoicePackAdmin;
}
