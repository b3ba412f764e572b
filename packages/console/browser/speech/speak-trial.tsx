import type { CatalogueVoice, ParlanceClient } from '@parlance/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { formatDuration } from '../state/format.ts';
import { languageName } from '../state/language.ts';
import { playSpeech } from './play-speech.ts';
import { Problem } from './problem.tsx';

const MAX_TEXT_CHARS = 300;

interface Spoken {
  readonly address: string;
  readonly firstSoundMs: number;
  readonly credits: string;
}

interface SpeakTrialProps {
  readonly client: ParlanceClient;
  readonly voices: readonly CatalogueVoice[];
}

/** Text in, speech out, heard while it is made. */
export function SpeakTrial({ client, voices }: SpeakTrialProps): JSX.Element {
  const [text, setText] = useState('Parlance speaks and listens on this very machine.');
  const [chosen, setChosen] = useState('');
  const [isSpeaking, setIsSpeaking] = useState(false);
  const [error, setError] = useState<unknown>();
  const [spoken, setSpoken] = useState<Spoken>();
  const silence = useRef(new AbortController());
  const voiceCode = voices.find(({ code }) => code === chosen)?.code ?? voices[0]?.code ?? '';
  useEffect(() => () => silence.current.abort(), []);
  useEffect(() => () => URL.revokeObjectURL(spoken?.address ?? ''), [spoken]);

  async function speak(): Promise<void> {
    const abort = new AbortController();
    silence.current = abort;
    const { signal } = abort;
    setIsSpeaking(true);
    setError(undefined);
    setSpoken(undefined);
    const startMs = performance.now();
    let firstSoundMs = 0;
    try {
      const answer = await client.speak(text, { voiceCode, outputFormat: 'pcm', signal });
      const onStart = (): void => {
        firstSoundMs = performance.now() - startMs;
      };
      const { wav, heard } = await playSpeech(answer, { signal, onStart });
      setSpoken({ address: URL.createObjectURL(wav), firstSoundMs, credits: answer.credits });
      await heard;
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    } finally {
      setIsSpeaking(false);
    }
  }

  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        void speak();
      }}
    >
      <Field label="Text" hint={`${[...text].length} of ${MAX_TEXT_CHARS} characters`}>
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            required
            maxLength={MAX_TEXT_CHARS}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Voice">
        {(ids) => (
          <select {...ids} value={voiceCode} onChange={(event) => setChosen(event.currentTarget.value)}>
            {voices.map(({ code, name, languageCode }) => (
              <option key={code} value={code}>
                {name} · {languageName(languageCode)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div class="actions">
        {isSpeaking ? (
          <button type="button" class="button primary" onClick={() => silence.current.abort()}>
            <Icon name="stop" />
            Stop
          </button>
        ) : (
          <button type="submit" class="button primary" disabled={voiceCode === ''}>
            <Icon name="play" />
            Speak
          </button>
        )}
      </div>
      <Problem error={error} />
      {spoken === undefined ? null : (
        <div class="result" role="status">
          {/* biome-ignore lint/a11y/useMediaCaption: its text stands in the field above. */}
          <audio controls src={spoken.address} aria-label="What was spoken" />
          <p class="muted small">
            First sound after {formatDuration(spoken.firstSoundMs)}, {spoken.credits} credits.{' '}
            <a href={spoken.address} download="speech.wav">
              Download
            </a>
          </p>
        </div>
      )}
    </form>
  );
}
