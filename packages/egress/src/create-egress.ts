import * as tls from 'node:tls';
import { SpeechError } from '@parlance/core/errors';
import { OpenCalls } from '@parlance/core/platform';
import type { Egress } from '@parlance/core/requests';
import { CONNECT_TIMEOUT_MS } from './egress-limits.ts';
import { DEFAULT_PORTS, type EgressOptions } from './egress-options.ts';
import { deadline, endedBy } from './exchange/deadline.ts';
import type { Wiring } from './exchange/exchange.ts';
import { createHostCheck, unreachable } from './guard/check-host.ts';
import { networkPolicy } from './guard/network-policy.ts';
import { resolveBySystem } from './guard/resolve-name.ts';
import { readTarget } from './guard/target-url.ts';
import { fetchRecording } from './recordings/fetch-recording.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';
import { OriginGate } from './webhooks/origin-gate.ts';

/**
 * Creates the egress, through which all requests to addresses that callers name are sent.
 *
 * @throws SpeechError `INVALID_CONFIG` for a network that cannot be read
 */
export function createEgress(options: EgressOptions): Egress {
  const { clock } = options;
  const policy = networkPolicy(options.allowNetworks ?? [], options.ports ?? DEFAULT_PORTS);
  const checkHost = createHostCheck(policy, options.resolveName ?? resolveBySystem);
  const wiring: Wiring = { clock, checkHost, secureContext: secureContextOf(options.certificateAuthorities) };
  const gate = new OriginGate(clock);
  const calls = new OpenCalls();
  return {
    async check(url, field) {
      const target = readTarget(url);
      using call = calls.begin();
      using looking = deadline(clock, CONNECT_TIMEOUT_MS, call.signal);
      try {
        if (target === null) throw unreachable();
        await endedBy(looking.signal, checkHost(target.host, target.port));
      } catch (cause) {
        throw refused(field, cause);
      }
    },
    async deliver(message, signal) {
      using call = calls.begin(signal);
      return await deliverWebhook(message, gate, wiring, call.signal);
    },
    async *fetchRecording(url, { maxBytes, signal }) {
      using call = calls.begin(signal);
      yield* fetchRecording(url, { maxBytes, signal: call.signal }, wiring);
    },
    async close() {
      calls.end();
    },
  };
}

/** Describes acceptable addresses without revealing why this one was refused. */
function refused(field: string, cause: unknown): SpeechError {
  return new SpeechError(
    'INVALID_INPUT',
    `${field} must be an address that can be reached from here: http or https, without a user name, on a public host and a usual port.`,
    { field },
    { cause },
  );
}

function secureContextOf(
  certificateAuthorities: readonly string[] | undefined,
): tls.SecureContext | undefined {
  if (certificateAuthorities === undefined) return undefined;
  // Node before 22.15 cannot report the certificate authorities with which it was started.
  const tellCertificates: typeof tls.getCACertificates | undefined = tls.getCACertificates;
  const usual = tellCertificates?.('default') ?? tls.rootCertificates;
  return tls.createSecureContext({ ca: [...usual, ...certificateAuthorities] });
}
