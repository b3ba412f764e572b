import { SpeechError } from '@parlance/core/errors';
import type { SpeechService } from '@parlance/core/service';
import type { ServerSettings } from '@parlance/core/settings';
import { createAudioSocketServer } from '@parlance/telephony';
import { createWyomingServer, type TcpEndpoint } from '@parlance/wyoming';
import type { Logger } from 'pino';
import { announceWyoming } from './announce-wyoming.ts';
import type { UndoList } from './undo-list.ts';

/** A protocol without authentication on its own port. */
export interface TcpPort {
  /** What connects to it, for the banner. */
  readonly name: string;
  /** `tcp://HOST:PORT` */
  readonly url: string;
  readonly endpoint: TcpEndpoint;
}

interface OpenTcpPortsOptions {
  readonly settings: ServerSettings;
  readonly logger: Logger;
  /** Gets the functions that close what was opened. */
  readonly undo: Pick<UndoList, 'defer'>;
}

/**
 * Opens the ports that are set in the settings.
 *
 * @throws SpeechError `INVALID_CONFIG` if the app does not exist, or a port is not available
 */
export async function openTcpPorts(
  service: SpeechService,
  { settings, logger, undo }: OpenTcpPortsOptions,
): Promise<TcpPort[]> {
  const { wyoming, asterisk, defaultVoice } = settings;
  const { greeting, language, webhookUrl } = asterisk ?? {};
  const protocols = [
    {
      name: 'Home Assistant',
      field: 'wyoming',
      at: wyoming,
      create: (appId: string) => createWyomingServer({ service, appId, defaultVoice, logger }),
    },
    {
      name: 'Asterisk',
      field: 'asterisk',
      at: asterisk,
      create: (appId: string) =>
        createAudioSocketServer({ service, appId, settings: { greeting, language, webhookUrl }, logger }),
    },
  ];
  const ports: TcpPort[] = [];
  for (const { name, field, at, create } of protocols) {
    if (at?.port === undefined || at.appId === undefined) continue;
    await requireApp(service, at.appId, `${field}.appId`);
    const endpoint = create(at.appId);
    const { family, address, port } = await endpoint.listen({ host: at.host, port: at.port });
    undo.defer(() => endpoint.close());
    if (at === wyoming && wyoming.announce) await announceWyoming({ at: { address, port }, logger, undo });
    ports.push({ name, endpoint, url: `tcp://${family === 'IPv6' ? `[${address}]` : address}:${port}` });
  }
  return ports;
}

async function requireApp(service: SpeechService, appId: string, field: string): Promise<void> {
  await service.getApp(appId).catch((cause: unknown) => {
    if (SpeechError.from(cause).code !== 'NOT_FOUND') throw cause;
    throw new SpeechError(
      'INVALID_CONFIG',
      `${field} is ${JSON.stringify(appId)}, but there is no such app. "parlance apps list" lists the apps.`,
      { field },
    );
  });
}
