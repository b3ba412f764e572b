import { SpeechError } from '@parlance/core/errors';
import type { WebhookAnswer, WebhookMessage } from '@parlance/core/requests';
import { MAX_REPLY_BYTES, WEBHOOK_TIMEOUT_MS } from '../egress-limits.ts';
import { deadline } from '../exchange/deadline.ts';
import { type ExchangeRequest, exchange, type Reply, type Wiring } from '../exchange/exchange.ts';
import { UNREACHABLE_TEXT } from '../guard/check-host.ts';
import { readTarget } from '../guard/target-url.ts';
import type { OriginGate } from './origin-gate.ts';
import { readRetryAfter } from './retry-after.ts';
import { signWebhook } from './sign-webhook.ts';

/** A receiver at its limit is tried again after the time in which its running deliveries must have ended. */
const DEFER_MS = WEBHOOK_TIMEOUT_MS;
const UNREACHABLE = `The receiver ${UNREACHABLE_TEXT}.`;

/** Makes one attempt. @throws SpeechError `ABORTED` only */
export async function deliverWebhook(
  message: WebhookMessage,
  gate: OriginGate,
  wiring: Wiring,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  if (signal.aborted) throw SpeechError.aborted(signal);
  const target = readTarget(message.url);
  const headers = trySign(message);
  if (target === null) return unanswered(UNREACHABLE);
  if (typeof headers === 'string') return unanswered(headers);
  const pass = await gate.enter(target.url.origin, signal);
  if (pass === null) {
    if (signal.aborted) throw SpeechError.aborted(signal);
    return { ...unanswered("The receiver's limit of concurrent deliveries is reached."), deferMs: DEFER_MS };
  }
  let hasSucceeded = false;
  try {
    const body = Buffer.from(message.body);
    const { traceparent } = message;
    const traced = traceparent === undefined ? {} : { traceparent };
    const request = { target, method: 'POST', headers: { ...HEADERS, ...traced, ...headers }, body } as const;
    const answer = await attempt(request, wiring, signal);
    hasSucceeded = answer.status !== null && answer.status >= 200 && answer.status <= 299;
    return answer;
  } finally {
    pass.leave(hasSucceeded);
  }
}

async function attempt(
  request: Omit<ExchangeRequest, 'signal' | 'headersWithinMs'>,
  wiring: Wiring,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  const { clock } = wiring;
  const startMs = clock.monotonicMs();
  const durationMs = (): number => Math.round(clock.monotonicMs() - startMs);
  using whole = deadline(clock, WEBHOOK_TIMEOUT_MS, signal);
  try {
    await using reply = await exchange(
      { ...request, headersWithinMs: WEBHOOK_TIMEOUT_MS, signal: whole.signal },
      wiring,
    );
    const retryAfterMs = readRetryAfter(reply.header('retry-after'), clock.now());
    const status = reply.status;
    await readToEnd(reply);
    return { durationMs: durationMs(), status, retryAfterMs, problem: null };
  } catch {
    if (signal.aborted) throw SpeechError.aborted(signal);
    return { ...unanswered(UNREACHABLE), durationMs: durationMs() };
  }
}

const HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/** An invalid secret does not lose the delivery: the attempt is recorded with the reason, and a later one succeeds once that is fixed. */
function trySign(message: WebhookMessage): Readonly<Record<string, string>> | string {
  try {
    return signWebhook(message);
  } catch (error) {
    return `The webhook could not be signed. ${SpeechError.from(error).message}`;
  }
}

/** Lets the receiver finish its answer, within limits. The status alone determines the outcome. */
async function readToEnd({ body }: Reply): Promise<void> {
  let readBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      readBytes += chunk.length;
      if (readBytes >= MAX_REPLY_BYTES) return;
    }
  } catch {
    // Interrupted, or out of time.
  }
}

function unanswered(problem: string): WebhookAnswer {
  return { durationMs: 0, status: null, retryAfterMs: null, problem };
}
