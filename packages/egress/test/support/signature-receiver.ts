import { systemClock } from '@parlance/core/platform';
import { createEgress } from '@parlance/egress';
import { seededRandom } from '@parlance/testkit';
import { httpServer, LOOPBACK } from './loopback-server.ts';
import { randomBody, randomSecret } from './random-bodies.ts';

/** A webhook as its receiver gets it, with only the transmitted data. */
export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The receiver's secret: the new or the old one of the two that signed. */
  readonly secret: string;
}

/** Sends random bodies through a real connection, each signed with a new and an old secret. */
export async function* receiveRandomWebhooks(options: {
  readonly count: number;
  readonly maxBytes: number;
}): AsyncGenerator<ReceivedWebhook> {
  const random = seededRandom();
  const egress = createEgress({ clock: systemClock, allowNetworks: LOOPBACK });
  let headers: Record<string, string> = {};
  let body: Buffer = Buffer.alloc(0);
  await using server = await httpServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    body = Buffer.concat(pieces);
    headers = Object.fromEntries(
      Object.entries(request.headers).filter((entry): entry is [string, string] =>
        entry[0].startsWith('webhook-'),
      ),
    );
    response.end();
  });
  for (let index = 0; index < options.count; index++) {
    const secrets = [randomSecret(random), randomSecret(random)];
    const text = randomBody(random, options.maxBytes);
    await egress.deliver({
      url: server.origin,
      deliveryId: `msg_${index}_success`,
      atMs: Date.now(),
      body: text,
      secrets,
    });
    yield { headers, body, secret: secrets[index % 2] ?? '' };
  }
  await egress.close();
}
