import type {
  AppChangeInput,
  AppVocabulary,
  NewAppInput,
  RotateTokenInput,
  VocabularyTrialInput,
} from '@parlance/core/administration';
import { SpeechError } from '@parlance/core/errors';
import type { DeliveryQuery } from '@parlance/core/reports';
import type { ModelAdmin, VocabularyTrials, VoicePackAdmin } from '@parlance/core/service';
import type { ServerSettings } from '@parlance/core/settings';
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
import { type LocalAdminOptions, withLocalAdmin } from './local-admin.ts';
import { type AdminAddress, remoteAdmin, ServerGone } from './remote-admin.ts';
import { findServer, type RunningServer } from './server-record.ts';

/** Credits, seconds or both. */
export interface AddedAmounts {
  readonly credits?: string | undefined;
  readonly seconds?: string | undefined;
}

export interface DeliveryFilter extends Pick<DeliveryQuery, 'appId' | 'state'> {
  /** Of the newest ones. */
  readonly limit: number;
}

/** What the commands for operators do, wherever the data is. They have parsed what they pass: a fault opens no database. */
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
  /** @param appId `null`: everyone's again */
  giveVoice(code: string, appId: string | null): Promise<OwnedVoiceView>;
  readonly models: ModelAdmin;
  readonly voicePacks: VoicePackAdmin;
}

/** Other commands on the same folder each take a few seconds; a server that starts has written its record by then. */
const LONGEST_WAIT_MS = 60_000;

/** Works through the server that runs, or on the data folder itself when none does. Commands at the same time follow each other. */
export async function withServiceAdmin<Result>(
  settings: ServerSettings,
  work: (admin: ServiceAdmin) => Promise<Result>,
  options: LocalAdminOptions = {},
): Promise<Result> {
  return throughOwner(settings, {
    remote: (server) => work(remoteAdmin(server)),
    local: () => withLocalAdmin(settings, work, options),
  });
}

/** The two ways to what a data folder holds. */
export interface OwnerWays<Result> {
  remote(server: AdminAddress): Promise<Result>;
  /** May find the folder taken; it is then tried again. */
  local(): Promise<Result>;
}

/** Goes to the server that owns the data folder, or to the folder itself when none runs. */
export async function throughOwner<Result>(
  settings: Pick<ServerSettings, 'dataDir'>,
  { remote, local }: OwnerWays<Result>,
): Promise<Result> {
  const deadlineMs = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      const server = await findServer(settings.dataDir);
      return server === undefined ? await local() : await remote(adminAddressOf(server));
    } catch (error) {
      // A server that ended a moment ago may have left its record: the folder is free, or will be.
      if (error instanceof ServerGone) return local();
      if (!isFolderTaken(error) || performance.now() > deadlineMs) throw error;
    }
  }
}

function adminAddressOf({ url, adminToken }: RunningServer): AdminAddress {
  if (adminToken !== null) return { url, adminToken };
  throw new SpeechError(
    'STORAGE_FAILED',
    'A worker uses this data folder; choose another one with PARLANCE_DATA_DIR, beside the same DATABASE_URL.',
    { reason: 'WORKER' },
  );
}

/** Told after it was seen for some seconds that the owner stays. */
function isFolderTaken(error: unknown): boolean {
  return SpeechError.is(error) && error.details.reason === 'ELOCKED';
}
