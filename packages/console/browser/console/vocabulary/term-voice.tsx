import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, callAdmin } from '../../api/client.ts';
import type { TryToken, VocabularyTerm } from '../../api/wire.ts';
import { Icon } from '../../parts/icon.tsx';
import { type Caller, callerOf } from '../../speech/caller.ts';
import { send } from '../../speech/service-call.ts';
import { listVoices, type ServiceVoice } from '../../speech/service-voice.ts';
import { asApiError } from '../../state/use-resource.ts';

/** Speaks terms as calls of the app would, one at a time. */
export interface TermVoice {
  /** The live voices of the app; empty until the first term is played, since the token for them is recorded in the audit log. */
  readonly voices: readonly ServiceVoice[];
  /** Empty: the first voice. */
  readonly voiceCode: string;
  readonly choose: (voiceCode: string) => void;
  /** The term that is playing or loading. */
  readonly playing: string | undefined;
  readonly error: ApiError | undefined;
  readonly play: (term: VocabularyTerm) => void;
  readonly stop: () => void;
}

/** A token is not used in its last minute. */
const RESERVE_MS = 60_000;

interface Pass {
  readonly caller: Caller;
  readonly firstVoice: string;
  readonly expiresAtMs: number;
}

export function useTermVoice(appId: string): TermVoice {
  const [voices, setVoices] = useState<readonly ServiceVoice[]>([]);
  const [voiceCode, setVoiceCode] = useState('');
  const [playing, setPlaying] = useState<string>();
  const [error, setError] = useState<ApiError>();
  const pass = useRef<Pass | undefined>(undefined);
  const ending = useRef(new AbortController());

  async function passNow(): Promise<Pass> {
    const held = pass.current;
    if (held !== undefined && Date.now() < held.expiresAtMs - RESERVE_MS) return held;
    const path = `apps/${encodeURIComponent(appId)}/try-token`;
    const { expiresAt, ...credentials } = await callAdmin<TryToken>(path, { method: 'POST' });
    const caller = await callerOf(credentials);
    const live = (await listVoices(caller)).filter(({ isLive }) => isLive);
    const [first] = live;
    if (first === undefined) throw new ApiError(0, 'NO_VOICE', 'The app has no realtime voice.');
    setVoices(live);
    pass.current = { caller, firstVoice: first.code, expiresAtMs: Date.parse(expiresAt) };
    return pass.current;
  }

  useEffect(() => () => ending.current.abort(), []);

  async function speak(term: VocabularyTerm, signal: AbortSignal): Promise<void> {
    const { caller, firstVoice } = await passNow();
    const call = { mode: 'sync', text: term.term, voiceCode: voiceCode || firstVoice, outputFormat: 'mp3' };
    const json = { ...call, vocabulary: [term] };
    const response = await send(caller, { path: 'v1/tts', needsAppId: true, json }, signal);
    const address = URL.createObjectURL(await response.blob());
    try {
      await heard(new Audio(address), signal);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  function stop(): void {
    ending.current.abort();
    setPlaying(undefined);
  }

  function play(term: VocabularyTerm): void {
    stop();
    const controller = new AbortController();
    const { signal } = controller;
    ending.current = controller;
    setError(undefined);
    setPlaying(term.term);
    speak(term, signal)
      .catch((reason: unknown) => signal.aborted || setError(asApiError(reason)))
      .finally(() => signal.aborted || setPlaying(undefined));
  }

  return { voices, voiceCode, choose: setVoiceCode, playing, error, play, stop };
}

/** Plays to the end, or until the signal. @throws ApiError if it can't be played */
async function heard(audio: HTMLAudioElement, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    audio.addEventListener('ended', () => resolve(), { once: true });
    signal.addEventListener(
      'abort',
      () => {
        audio.pause();
        resolve();
      },
      { once: true },
    );
  });
  signal.throwIfAborted();
  await audio.play().catch(() => {
    signal.throwIfAborted();
    throw new ApiError(0, 'NOT_PLAYABLE', "This browser can't play the speech.");
  });
  await ended;
}

interface HearButtonProps {
  readonly voice: TermVoice;
  readonly term: VocabularyTerm;
  readonly isSmall?: boolean;
}

/** A button that speaks a term with its pronunciation. */
export function HearButton({ voice, term, isSmall = false }: HearButtonProps): JSX.Element {
  const isPlaying = voice.playing === term.term && term.term !== '';
  const label = isPlaying ? `Stop ${term.term}` : `Hear ${term.term}`;
  return (
    <button
      type="button"
      class={isSmall ? `play ${isPlaying ? 'playing' : ''}` : 'button'}
      disabled={term.term === ''}
      {...(isSmall ? { 'aria-label': label } : {})}
      onClick={() => (isPlaying ? voice.stop() : voice.play(term))}
    >
      <Icon name={isPlaying ? 'stop' : 'play'} />
      {isSmall ? null : isPlaying ? 'Stop' : 'Hear it'}
    </button>
  );
}
