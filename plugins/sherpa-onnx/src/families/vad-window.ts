/** The only window that Silero takes at 16 kHz. */
export const VAD_WINDOW_SAMPLES = 512;
