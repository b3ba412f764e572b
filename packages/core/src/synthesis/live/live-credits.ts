import type { App } from '../../accounts/app.ts';
import { creditsFor } from '../../accounts/ledger/credits.ts';
import { addDecimals, negateDecimal } from '../../accounts/ledger/decimal.ts';
import { rememberByApp } from '../../accounts/remember-by-app.ts';
import type { Voice } from '../../engine/voice.ts';
import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { transition } from '../../platform/transition-table.ts';
import type { EndWriter } from '../../requests/records/end-writer.ts';
import { requestFailureOf } from '../../requests/records/request-failure.ts';
import { creditRows } from '../../requests/records/reserved-credits.ts';
import { NO_CHOICES, type SynthesisRecord } from '../../requests/records/synthesis-record.ts';
import { SYNTHESIS_REQUEST_MOVES } from '../../requests/records/synthesis-request-state.ts';
import type { DatedRecords } from '../../storage/record-keeping.ts';
import type { RecordStore, Records } from '../../storage/record-store.ts';
import { openSynthesis } from '../results/end-synthesis.ts';

/** A live synthesis as it appears in reports: a record without its end. */
export type LiveRequest = Pick<
  SynthesisRecord,
  'requestId' | 'characters' | 'voiceCode' | 'format' | 'speed'
> & { readonly app: Pick<App, 'appId'>; readonly voice: Pick<Voice, 'creditFactor'> };

export interface LiveEnd {
  /** Code points that were synthesized, which are charged unless it failed. */
  readonly spokenCharacters: number;
  /** Code points of the whole text. Absent: as many as it was opened with. */
  readonly characters?: number | undefined;
  /** Why it failed; also `undefined` if its caller left. */
  readonly error?: SpeechError | undefined;
}

/** The account of one live synthesis. */
export interface LiveAccount {
  /**
   * Settles before the first audio may be sent.
   *
   * @throws SpeechError `INSUFFICIENT_CREDIT`, `STORAGE_FAILED`, `STORAGE_FULL`, `CREDIT_DEDUCTION_FAILED`
   */
  readonly covered: Promise<void>;
  /** Charges what was synthesized and writes the record, once, by the {@link EndWriter}. Never rejects. */
  end(end: LiveEnd): Promise<void>;
}

/** Charges live syntheses. One for each process. */
export interface LiveCredits {
  open(request: LiveRequest): LiveAccount;
  /** Settles when every end that was begun has been written, or waits for the database. */
  settled(): Promise<void>;
}

export interface LiveCreditsNeeds extends DatedRecords {
  readonly endWriter: Pick<EndWriter, 'add'>;
}

/** An app that is given its first limit is known as unlimited for no longer than this, and then asked for again. */
const UNLIMITED_LIFE_MS = 5000;
/** Codes that are reported unchanged: an unavailable storage is not a failed deduction, and callers should try again. */
const PASSED_ON: ReadonlySet<SpeechErrorCode> = new Set([
  'INSUFFICIENT_CREDIT',
  'STORAGE_FAILED',
  'STORAGE_FULL',
]);

/**
 * An app with a balance has the whole text's credits reserved beside the synthesis of the first segment, together with a record
 * that tells of them if this process is killed. One without has nothing to wait for.
 */
export function createLiveCredits({ records: store, clock, endWriter }: LiveCreditsNeeds): LiveCredits {
  const unlimitedUntilMs = rememberByApp<number>();
  const learn = (appId: string, balance: string | null): void => {
    if (balance === null) unlimitedUntilMs.set(appId, clock.monotonicMs() + UNLIMITED_LIFE_MS);
    else unlimitedUntilMs.delete(appId);
  };
  const isKnownUnlimited = (appId: string): boolean => {
    const untilMs = unlimitedUntilMs.get(appId);
    if (untilMs === undefined) return false;
    // An older entry is used once more while the balance is read in the background, so that an unavailable database stops no live speech.
    if (untilMs < clock.monotonicMs()) {
      learn(appId, null);
      void store.ledger.balance(appId, 'credits').then(
        (balance) => learn(appId, balance),
        () => undefined,
      );
    }
    return true;
  };
  const ending = new Set<Promise<void>>();
  return {
    open(request) {
      const { appId } = request.app;
      const record = newRecord(request, clock);
      const reserving = isKnownUnlimited(appId)
        ? Promise.resolve(false)
        : reserve(store, record, (balance) => learn(appId, balance));
      // Reported by `covered`.
      reserving.catch(() => undefined);
      let ended: Promise<void> | undefined;
      const end = async (how: LiveEnd): Promise<void> => {
        const isReserved = await reserving.catch(() => undefined);
        // A synthesis that could not be paid for was not started.
        if (isReserved === undefined) return;
        const write = isReserved ? settle : charge;
        const ended = endOf(record, request, { ...how, clock });
        await endWriter.add(async () => {
          const balance = await store.transact(async (records) => {
            await write(records, record, ended);
            return records.ledger.balance(appId, 'credits');
          });
          learn(appId, balance);
        });
      };
      return {
        covered: reserving.then(() => undefined),
        end(how) {
          if (ended === undefined) {
            const writing = end(how).finally(() => ending.delete(writing));
            ending.add(writing);
            ended = writing;
          }
          return ended;
        },
      };
    },
    async settled() {
      await Promise.all(ending);
    },
  };
}

function newRecord({ app, voice, ...facts }: LiveRequest, clock: Clock): SynthesisRecord {
  const createdAt = new Date(clock.now()).toISOString();
  return {
    ...facts,
    appId: app.appId,
    kind: 'live',
    status: 'PROCESSING',
    text: '',
    textType: null,
    credits: creditsFor(facts.characters, voice.creditFactor),
    ...NO_CHOICES,
    vocabulary: null,
    webhookUrl: null,
    doneCharacters: 0,
    failedAttempts: 0,
    forgivenStarts: 0,
    createdAt,
    startedAt: createdAt,
    finishedAt: null,
    audio: null,
    failure: null,
  };
}

/** @throws SpeechError `CREDIT_DEDUCTION_FAILED` for errors other than those of the balance or the storage */
async function deducting<Result>(deduct: () => Promise<Result>): Promise<Result> {
  try {
    return await deduct();
  } catch (cause) {
    if (SpeechError.is(cause) && PASSED_ON.has(cause.code)) throw cause;
    throw new SpeechError(
      'CREDIT_DEDUCTION_FAILED',
      'The credits could not be deducted; nothing was synthesized or charged. Try again.',
      {},
      { cause },
    );
  }
}

/** @returns whether there is a balance and the credits were taken from it */
async function reserve(
  store: RecordStore,
  record: SynthesisRecord,
  learn: (balance: string | null) => void,
): Promise<boolean> {
  return deducting(() =>
    store.transact(async (tables) => {
      const balance = await tables.ledger.balance(record.appId, 'credits');
      learn(balance);
      if (balance === null) return false;
      const { credits: amount, createdAt: at } = record;
      for (const row of creditRows('reserve', record, { amount, at })) await tables.ledger.append(row);
      await tables.syntheses.insert(record);
      return true;
    }),
  );
}

type EndedRecord = SynthesisRecord & { readonly finishedAt: string };

/** The record of an ended synthesis: `credits` is what is charged. */
function endOf(
  record: SynthesisRecord,
  { voice }: LiveRequest,
  { spokenCharacters, characters = record.characters, error, clock }: LiveEnd & { readonly clock: Clock },
): EndedRecord {
  const doneCharacters = Math.min(spokenCharacters, characters);
  return {
    ...record,
    characters,
    status: transition(SYNTHESIS_REQUEST_MOVES, record.status, error === undefined ? 'succeed' : 'fail'),
    credits: error === undefined ? creditsFor(doneCharacters, voice.creditFactor) : '0',
    doneCharacters,
    finishedAt: new Date(clock.now()).toISOString(),
    failure: error === undefined ? null : requestFailureOf(error),
  };
}

/** Releases what was reserved and not used. Housekeeping may have ended the request and released all of it: that stays. */
async function settle(records: Records, reserved: SynthesisRecord, ended: EndedRecord): Promise<void> {
  if ((await openSynthesis(records, reserved.requestId)) === undefined) return;
  await records.syntheses.update(reserved.requestId, ended);
  const amount = addDecimals(reserved.credits, negateDecimal(ended.credits));
  for (const row of creditRows('release', ended, { amount, at: ended.finishedAt })) {
    await records.ledger.append(row);
  }
}

/** Charges what was used; a balance that the app did not have at the beginning may go below zero. */
async function charge(records: Records, _opened: SynthesisRecord, ended: EndedRecord): Promise<void> {
  // An earlier attempt may have counted although its answer was lost.
  if ((await records.syntheses.getForUpdate(ended.requestId)) !== undefined) return;
  await records.syntheses.insert(ended);
  for (const row of creditRows('charge', ended, { amount: ended.credits, at: ended.finishedAt })) {
    await records.ledger.append(row, { mayOverdraw: true });
  }
}
