import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { VoiceLine } from '../../api/wire.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Failure } from '../../parts/notice.tsx';
import { formatDuration } from '../../state/format.ts';
import { languageName } from '../../state/language.ts';
import { useAction } from '../../state/use-action.ts';
import { callAsApp } from './as-app.ts';

/** Of the realtime mode. */
const MAX_TEXT_CHARS = 300;
const FORMATS = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const;
type Format = keyof typeof FORMATS;

interface Spoken {
  readonly address: string;
  readonly format: Format;
  readonly firstByteMs: number;
  readonly totalMs: number;
}

interface SpeechTrialProps {
  readonly appId: string;
  readonly voices: readonly VoiceLine[];
}

/** Text in, sound out, by the realtime mode. */
export function SpeechTrial({ appId, voices }: SpeechTrialProps): JSX.Element {
  const [text, setText] = useState('Parlance speaks and listens on this very machine.');
  const [chosenVoice, setChosenVoice] = useState('');
  const [format, setFormat] = useState<Format>('mp3');
  const [speed, setSpeed] = useState(1);
  const [spoken, setSpoken] = useState<Spoken>();
  const voiceCode = voices.find(({ code }) => code === chosenVoice)?.code ?? voices[0]?.code ?? '';
  const speak = useAction(async () => {
    const body = { mode: 'sync', text, voiceCode, outputFormat: format, speed };
    const startMs = performance.now();
    const response = await callAsApp(appId, 'v1/tts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const firstByteMs = performance.now() - startMs;
    const audio = new Blob([await response.arrayBuffer()], { type: FORMATS[format] });
    setSpoken({
      address: URL.createObjectURL(audio),
      format,
      firstByteMs,
      totalMs: performance.now() - startMs,
    });
  });
  useEffect(() => () => URL.revokeObjectURL(spoken?.address ?? ''), [spoken]);
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        speak.run();
      }}
    >
      <Field label="Text" hint={`${[...text].length} of ${MAX_TEXT_CHARS} characters`}>
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            required
            maxLength={MAX_TEXT_CHARS}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="field-grid">
        <Field label="Voice">
          {(ids) => (
            <select
              {...ids}
              value={voiceCode}
              onChange={(event) => setChosenVoice(event.currentTarget.value)}
            >
              {voices.map(({ code, name, languageCode }) => (
                <option key={code} value={code}>
                  {name} · {languageName(languageCode)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Format">
          {(ids) => (
            <select
              {...ids}
              value={format}
              onChange={(event) => setFormat(event.currentTarget.value as Format)}
            >
              {Object.keys(FORMATS).map((name) => (
                <option key={name} value={name}>
                  {name.toUpperCase()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={`Speed: ${speed}`}>
          {(ids) => (
            <input
              {...ids}
              type="range"
              min="0.25"
              max="1.9"
              step="0.05"
              value={speed}
              onInput={(event) => setSpeed(Number(event.currentTarget.value))}
            />
          )}
        </Field>
      </div>
      <div class="actions">
        <button type="submit" class="button primary" disabled={speak.isBusy || voiceCode === ''}>
          <Icon name="play" />
          {speak.isBusy ? 'Speaking…' : 'Speak'}
        </button>
      </div>
      <Failure error={speak.error} />
      {spoken === undefined ? null : (
        <div class="result" role="status">
          {/* biome-ignore lint/a11y/useMediaCaption: its text stands in the field above. */}
          <audio controls autoplay src={spoken.address} />
          <p class="muted small">
            First byte after {formatDuration(spoken.firstByteMs)}, all of it after{' '}
            {formatDuration(spoken.totalMs)}.{' '}
            <a href={spoken.address} download={`speech.${spoken.format}`}>
              Download
            </a>
          </p>
        </div>
      )}
    </form>
  );
}
