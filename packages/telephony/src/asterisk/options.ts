import type { CallSettingsInput } from '@parlance/core/call';
import type { SpeechService } from '@parlance/core/service';
import type { CallOptions } from '../options.ts';

export interface AudioSocketOptions extends CallOptions {
  readonly service: CallOptions['service'] & Pick<SpeechService, 'createClientToken' | 'getApp'>;
  /** The app that all calls are charged to, and whose limits hold: AudioSocket itself has no authentication. */
  readonly appId: string;
  /** Of every call, since AudioSocket has no parameters. Absent: calls are silent, and their transcripts are kept. */
  readonly settings?: CallSettingsInput | undefined;
}
