import { z } from 'zod';

/** What the plugin may be told. Every option has a default: settings may name the plugin and say no more. */
export const options = z.strictObject({
  /** Worker threads, each of which speaks one unit at a time. */
  threads: z.int().min(1).max(64).default(1),
  /** The pitch of the voice, in Hz. */
  pitchHz: z.number().min(60).max(400).default(120),
});

export type MyEngineSettings = z.output<typeof options>;
