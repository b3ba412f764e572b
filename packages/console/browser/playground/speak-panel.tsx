import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ROOT } from '../api/client.ts';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Caller } from '../speech/caller.ts';
import { speechSamples } from '../speech/code-samples.ts';
import { Problem } from '../speech/problem.tsx';
import type { ServiceVoice } from '../speech/service-voice.ts';
import {
  isLiveCall,
  MAX_CHARS,
  openaiBodyOf,
  SAMPLE_RATES_HZ,
  SPEECH_FORMATS,
  SPEED,
  type SpeechFormat,
  type SpeechSettings,
  speechCallOf,
} from '../speech/speech-settings.ts';
import { formatDuration } from '../state/format.ts';
import { CodePanel } from './code-panel.tsx';
import { Figures, realTimeFactor } from './figures.tsx';
import { PlayerBar } from './player-bar.tsx';
import { ProseField } from './prose-field.tsx';
import { useHeardWord } from './use-heard-word.ts';
import { type Speech, useSpeech } from './use-speech.ts';
import { VoicePicker } from './voice-picker.tsx';

const SUGGESTION = 'Good morning. The library opens at nine, and the first talk starts half an hour later.';
/** A constant, since an effect depends on its identity. */
const NO_WORDS: Speech['words'] = [];
const FORMAT_NAMES: Readonly<Record<SpeechFormat, string>> = { wav: 'WAV', mp3: 'MP3', pcm: 'PCM' };

interface SpeakPanelProps {
  readonly caller: Caller;
  readonly voices: readonly ServiceVoice[];
}

/** Synthesizes a text. */
export function SpeakPanel({ caller, voices }: SpeakPanelProps): JSX.Element {
  const [text, setText] = useState(SUGGESTION);
  const [voiceCode, setVoiceCode] = useState('');
  const [speed, setSpeed] = useState(1);
  const [format, setFormat] = useState<SpeechFormat>('wav');
  const [rateHz, setRateHz] = useState<number>();
  const { speech, isBusy, error, speak, stop } = useSpeech(caller);
  const said = useHeardWord(speech?.player, speech?.words ?? NO_WORDS);
  const voice = voices.find(({ code }) => code === voiceCode) ?? voices[0];
  const settings = voice === undefined ? undefined : { text, voice, speed, format, sampleRateHz: rateHz };
  const length = [...text.trim()].length;
  const canSpeak = settings !== undefined && length > 0 && length <= MAX_CHARS;

  return (
    <div class="workbench">
      <form
        class="card workspace"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSpeak && !isBusy) speak(settings);
        }}
      >
        <ProseField
          text={text}
          maxChars={MAX_CHARS}
          onChange={setText}
          said={speech?.settings.text === text ? said : undefined}
        />
        <div class="settings">
          <VoicePicker voices={voices} value={voice?.code ?? ''} onChoose={setVoiceCode} />
          <Field label={`Speed ${speed.toFixed(2)}×`} class="speed">
            {(ids) => (
              <input
                {...ids}
                type="range"
                {...SPEED}
                value={speed}
                onInput={(event) => setSpeed(event.currentTarget.valueAsNumber)}
              />
            )}
          </Field>
          <Field label="Format">
            {(ids) => (
              <select
                {...ids}
                value={format}
                onChange={(event) => setFormat(event.currentTarget.value as SpeechFormat)}
              >
                {SPEECH_FORMATS.map((name) => (
                  <option key={name} value={name}>
                    {FORMAT_NAMES[name]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <RateField settings={settings} rateHz={rateHz} onChoose={setRateHz} />
        </div>
        <div class="actions main-actions">
          {isBusy ? (
            <button
              type="button"
              class="button primary big"
              onClick={(event) => {
                // It becomes the submit button, in the same element, before the browser acts on the click.
                event.preventDefault();
                stop();
              }}
            >
              <Icon name="stop" />
              Stop
            </button>
          ) : (
            <button type="submit" class="button primary big" disabled={!canSpeak}>
              <Icon name="play" />
              Speak
            </button>
          )}
          <Download speech={speech} />
        </div>
        <Problem error={error} />
        <PlayerBar
          subject="the speech"
          media={speech?.player}
          peaks={speech?.peaks ?? []}
          durationSeconds={speech?.durationSeconds ?? 0}
        />
        <Figures figures={figuresOf(speech)} />
      </form>
      {settings === undefined ? null : <SpeechCode caller={caller} settings={speech?.settings ?? settings} />}
    </div>
  );
}

interface RateFieldProps {
  readonly settings: SpeechSettings | undefined;
  readonly rateHz: number | undefined;
  readonly onChoose: (rateHz: number | undefined) => void;
}

function RateField({ settings, rateHz, onChoose }: RateFieldProps): JSX.Element {
  const isFixed = settings === undefined || !isLiveCall(settings);
  return (
    <Field label="Sample rate">
      {(ids) => (
        <select
          {...ids}
          disabled={isFixed}
          title={
            isFixed ? 'Long texts and voices that are not realtime use the voice’s own rate.' : undefined
          }
          value={isFixed ? '' : (rateHz ?? '')}
          onChange={(event) => onChoose(Number(event.currentTarget.value) || undefined)}
        >
          <option value="">Voice’s own</option>
          {SAMPLE_RATES_HZ.map((rate) => (
            <option key={rate} value={rate}>
              {rate / 1000} kHz
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Download({ speech }: { readonly speech: Speech | undefined }): JSX.Element | null {
  const [address, setAddress] = useState<string>();
  const file = speech?.file;
  useEffect(() => {
    if (file === undefined) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (speech === undefined || address === undefined) return null;
  return (
    <a class="button big" href={address} download={`speech.${speech.settings.format}`}>
      <Icon name="download" />
      Download
    </a>
  );
}

function SpeechCode({ caller, settings }: { caller: Caller; settings: SpeechSettings }): JSX.Element {
  const target = { url: ROOT.href.replace(/\/$/, ''), appId: caller.appId };
  return (
    <CodePanel
      samples={speechSamples(
        target,
        speechCallOf(settings),
        openaiBodyOf(settings),
        `speech.${settings.format}`,
      )}
    />
  );
}

function figuresOf(speech: Speech | undefined) {
  const ms = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formatDuration(value);
  const totalMs = speech?.totalMs;
  const durationSeconds = speech?.durationSeconds ?? 0;
  return [
    { name: 'First sound', value: ms(speech?.firstSoundMs), meaning: 'From the click to the first sound' },
    { name: 'Total', value: ms(totalMs), meaning: 'From the click to the last byte' },
    {
      name: 'Audio',
      value: totalMs === undefined ? undefined : `${durationSeconds.toFixed(1)} s`,
      meaning: 'Duration of the speech',
    },
    {
      name: 'Real-time factor',
      value: totalMs === undefined ? undefined : realTimeFactor(totalMs, durationSeconds),
      meaning: 'Processing time for a second of speech, in seconds: below 1 is faster than real time',
    },
  ];
}
