import type { ParlanceClient } from '@parlance/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { hear, NOTHING_YET } from './live-text.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { Problem } from './problem.tsx';

const RATE_HZ = 16_000;
type Phase = 'idle' | 'opening' | 'listening' | 'finishing';

const STATUS: Readonly<Record<Phase, string>> = {
  idle: '',
  opening: 'Opening the microphone…',
  listening: 'Listening. Speak now.',
  finishing: 'Writing down the last words…',
};

/** Speech in, its words while they are spoken. */
export function LiveTrial({ client }: { readonly client: ParlanceClient }): JSX.Element {
  const [phase, setPhase] = useState<Phase>('idle');
  const [text, setText] = useState(NOTHING_YET);
  const [error, setError] = useState<unknown>();
  const microphone = useRef<Microphone | undefined>(undefined);
  const leaving = useRef(new AbortController());
  useEffect(
    () => () => {
      leaving.current.abort();
      microphone.current?.stop();
    },
    [],
  );

  async function listen(): Promise<void> {
    setPhase('opening');
    setText(NOTHING_YET);
    setError(undefined);
    try {
      const opened = await openMicrophone(RATE_HZ);
      microphone.current = opened;
      if (leaving.current.signal.aborted) return opened.stop();
      const session = client.listen(opened, {
        sampleRateHz: RATE_HZ,
        interimResults: true,
        signal: leaving.current.signal,
      });
      void session.ready.then(
        () => setPhase((now) => (now === 'opening' ? 'listening' : now)),
        () => undefined,
      );
      for await (const event of session) setText((now) => hear(now, event));
    } catch (reason) {
      if (!leaving.current.signal.aborted) setError(reason);
    } finally {
      microphone.current?.stop();
      microphone.current = undefined;
      setPhase('idle');
    }
  }

  function finish(): void {
    setPhase('finishing');
    microphone.current?.stop();
  }

  return (
    <div class="card stack">
      <div class="actions">
        {phase === 'idle' ? (
          <button type="button" class="button primary" onClick={() => void listen()}>
            <Icon name="voices" />
            Start listening
          </button>
        ) : (
          <button type="button" class="button primary" disabled={phase !== 'listening'} onClick={finish}>
            <Icon name="stop" />
            Stop
          </button>
        )}
        <Level microphone={microphone.current} isShown={phase === 'listening'} />
        <span class="muted small" role="status">
          {STATUS[phase]}
        </span>
      </div>
      <Problem error={error} />
      <div class="heard">
        <ol class="finals" aria-live="polite" aria-label="What was said">
          {text.finals.map(({ text: said, startTime, endTime }) => (
            <li key={startTime}>
              <span class="mono muted small">
                {startTime.toFixed(1)}–{endTime.toFixed(1)} s
              </span>
              <span class="final">{said}</span>
            </li>
          ))}
        </ol>
        {/* Not announced: it changes with every word. */}
        {text.interim === '' ? null : <p class="interim">{text.interim}</p>}
        {text.finals.length === 0 && text.interim === '' ? (
          <p class="muted small">Words appear here while they are spoken. Nothing leaves your server.</p>
        ) : null}
      </div>
    </div>
  );
}

const LEVEL_EVERY_MS = 80;
/** Speech into a usual microphone lies about here at its loudest. */
const LOUD = 0.25;

function Level({
  microphone,
  isShown,
}: {
  readonly microphone: Microphone | undefined;
  readonly isShown: boolean;
}): JSX.Element | null {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (microphone === undefined || !isShown) return;
    const timer = setInterval(() => setLevel(Math.min(1, microphone.level / LOUD)), LEVEL_EVERY_MS);
    return () => clearInterval(timer);
  }, [microphone, isShown]);
  return isShown ? <progress class="level" value={level} max={1} aria-hidden="true" /> : null;
}
