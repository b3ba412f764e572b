let output: AudioContext | undefined;

/**
 * Opens the audio output of the page, at the rate of the device. To be called while a click is handled, before anything is awaited: Safari
 * on iOS keeps an output silent that is opened later.
 */
export function openAudioOutput(): AudioContext {
  // One for the page, since each would need a click of its own.
  output ??= new AudioContext();
  // If the browser refuses, the next click tries again.
  output.resume().catch(() => undefined);
  return output;
}

/** Stops the output until it is opened again. */
export function suspendAudioOutput(): void {
  output?.suspend().catch(() => undefined);
}
