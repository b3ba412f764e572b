import type { CallSettingsInput } from '@parlance/core/call';
import type { SpeechService } from '@parlance/core/service';
import type { CallOptions } from '../options.ts';

export interface AudioSocketOptions extends CallOptions {
  readonly service: CallOptions['service'] & Pick<SpeechService, 'createClientToken' | 'getApp'>;
  /** The app that is charged for all calls, with its limits, since AudioSocket has no authentication. */
  readonly appId: string;
  /** The settings of all calls, since AudioSocket has no parameters. Absent: calls are not greeted, and their transcripts are stored. */
  readonly settings?: CallSettingsInput | undefined;
}
