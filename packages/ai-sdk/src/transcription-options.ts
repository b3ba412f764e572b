import { parseProviderOptions } from '@ai-sdk/provider-utils';
import { z } from 'zod/v4';

const streaming = z.strictObject({
  /** Whether the stream contains partial transcripts. Default true. */
  interimResults: z.boolean().optional(),
  /** Silence that ends an utterance, in ms: 500 to 3000. */
  speechCompleteTimeoutMs: z.int().min(500).max(3000).optional(),
  /** Silence that ends the stream with an error, in ms: 3000 to 10 000. */
  noInputTimeoutMs: z.int().min(3000).max(10_000).optional(),
  /** Your own name for the session, for the server's log. */
  sessionId: z.string().max(256).optional(),
});

/** `providerOptions.parlance` of a transcription. */
const transcriptionOptions = z.strictObject({
  /** Language of the audio, such as `en`; chooses the recognizer. */
  language: z.string().min(1).optional(),
  /** Overrides the SDK's own option. */
  timestampGranularities: z.array(z.enum(['segment', 'word'])).optional(),
  /** For live transcription only. */
  streaming: streaming.optional(),
});

export type ParlanceTranscriptionOptions = z.infer<typeof transcriptionOptions>;
export type ParlanceStreamingOptions = z.infer<typeof streaming>;

/** @throws InvalidArgumentError if an option is invalid or unknown */
export const parseTranscriptionOptions = (
  providerOptions: Record<string, unknown> | undefined,
): Promise<ParlanceTranscriptionOptions | undefined> =>
  parseProviderOptions({ provider: 'parlance', providerOptions, schema: transcriptionOptions });
