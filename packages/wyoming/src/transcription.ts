import { AppendOnlyText, joinTranscript } from '@parlance/core/segmentation';
import { BufferedSession, type SessionFault } from '@parlance/core/session';
import { REFUSED_APP } from './errors.ts';
import type { EventOutlet } from './event-outlet.ts';

/**
 * Creates the session for the audio between an `audio-start` and its `audio-stop`, which is opened once there is a token.
 *
 * @param onError called if the session ends with an error; then there are no further events
 */
export function createTranscription({
  outlet,
  language,
  onError,
}: {
  readonly outlet: EventOutlet;
  readonly language: string | undefined;
  readonly onError: (fault: SessionFault) => void;
}): BufferedSession {
  const text = new AppendOnlyText();
  const finals: { readonly text: string }[] = [];
  const languageMember = language === undefined ? {} : { language };
  let hasChunk = false;
  const sendChunk = (words: string): void => {
    if (words === '') return;
    void outlet.send('transcript-chunk', { text: hasChunk ? ` ${words}` : words });
    hasChunk = true;
  };
  return new BufferedSession({
    onReady: () => void outlet.send('transcript-start', languageMember),
    onInterim: (interim) => sendChunk(text.interim(interim.text)),
    onFinal(final) {
      sendChunk(text.final(final.text));
      if (final.text !== '') finals.push({ text: final.text });
    },
    onEnd() {
      void outlet.send('transcript', { text: joinTranscript(finals), ...languageMember });
      void outlet.send('transcript-stop');
    },
    onError: ({ code, message }) =>
      onError({ code, message: code === 'UNAUTHORIZED' ? REFUSED_APP : message }),
    pause: () => outlet.pause(),
    resume: () => outlet.resume(),
  });
}
