/**
 * What the plugin uses of `@livekit/agents`, which is 290 MB and so not installed with the workspace. A test compiles the plugin
 * against the real one.
 */
export * from './base.d.ts';
export * as stt from './stt.d.ts';
export * as tts from './tts.d.ts';
