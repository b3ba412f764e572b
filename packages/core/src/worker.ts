/**
 * What worker threads need of core. They import it from `@parlance/core/worker`: all of core would take 17 MB in each thread, and from
 * source half a second of its start.
 */
export { fadeIn, fadeOut } from './domain/audio/edge-fade.ts';
export { encodePcm16, samplesOfMs } from './domain/audio/pcm-format.ts';
export { SpeechError } from './domain/errors/speech-error.ts';
