/**
 * The types of `@livekit/agents` that the plugin uses. The package has 290 MB, so the workspace does not install it; a test compiles the
 * plugin against the real one.
 */
export * from './base.d.ts';
export * as stt from './stt.d.ts';
export * as tts from './tts.d.ts';
