import { z } from 'zod';

/** The plugin's options. Each has a default, so that settings can name the plugin without options. */
export const options = z.strictObject({
  /** Number of worker threads, each of which synthesizes one unit at a time. */
  threads: z.int().min(1).max(64).default(1),
  /** The pitch of the voice, in Hz. */
  pitchHz: z.number().min(60).max(400).default(120),
});

export type MyEngineSettings = z.output<typeof options>;
