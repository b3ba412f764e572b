import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetchFrom, ROOT } from '../api/client.ts';
import { MissingPart } from '../parts/missing-part.tsx';
import { Loading } from '../parts/notice.tsx';
import { Segmented } from '../parts/segmented.tsx';
import { ThemeButton } from '../parts/theme-button.tsx';
import { Wordmark } from '../parts/wordmark.tsx';
import { Problem } from '../speech/problem.tsx';
import { FilePanel } from './file-panel.tsx';
import { LivePanel } from './live-panel.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { SpeakPanel } from './speak-panel.tsx';
import { type Access, useAccess } from './use-access.ts';
import { type TranscriptionControl, useTranscription } from './use-transcription.ts';

const MODES = [
  ['speak', 'Speak'],
  ['listen', 'Listen'],
  ['file', 'Transcribe'],
] as const;
type Mode = (typeof MODES)[number][0];

/** A page to try the service. It uses only endpoints that every program can use. */
export function Playground(): JSX.Element {
  const [mode, setMode] = useState<Mode>('speak');
  const [appId] = useState(() => new URLSearchParams(location.search).get('appId') ?? undefined);
  const { access, retry, enter, leave } = useAccess(appId);
  const transcription = useTranscription(access.state === 'granted' ? access.caller : undefined);
  const isOver = useFileDrop((file) => {
    if (access.state !== 'granted') return;
    setMode('file');
    transcription.open(file);
  });
  return (
    <div class={`playground ${isOver ? 'is-over' : ''}`}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a href={ROOT.pathname} class="home">
          <Wordmark />
        </a>
        <nav aria-label="Pages">
          <a href={`${ROOT.pathname}docs`}>API reference</a>
          <a href={`${ROOT.pathname}console`}>Console</a>
        </nav>
        <ThemeButton />
      </header>
      <main id="content" tabIndex={-1}>
        <MissingPart />
        <header class="intro">
          <div>
            <h1>Playground</h1>
            <p class="lead">
              Hear the voices, speak into the microphone, or transcribe a recording. Nothing leaves this
              server.
            </p>
          </div>
          {access.state === 'granted' ? (
            <Segmented label="What to try" value={mode} choices={MODES} onChoose={setMode} />
          ) : null}
        </header>
        {access.state === 'granted' && access.isTyped ? (
          <p class="as-app muted small">
            As the app <span class="mono">{access.caller.appId}</span>.{' '}
            <button type="button" class="as-link" onClick={leave}>
              Forget it
            </button>
          </p>
        ) : null}
        <Content access={access} mode={mode} transcription={transcription} onRetry={retry} onApp={enter} />
      </main>
      <Foot />
    </div>
  );
}

interface ContentProps {
  readonly access: Access;
  readonly mode: Mode;
  readonly transcription: TranscriptionControl;
  readonly onRetry: () => void;
  readonly onApp: Parameters<typeof SignInCard>[0]['onApp'];
}

function Content({ access, mode, transcription, onRetry, onApp }: ContentProps): JSX.Element {
  switch (access.state) {
    case 'asking':
      return <Loading lines={6} />;
    case 'starting':
      return (
        <div class="stack narrow" role="status">
          <h2>The models are loading</h2>
          <p class="muted">
            The first start downloads them, which takes time on a slow network. This page continues
            automatically.
          </p>
          <Loading lines={3} />
        </div>
      );
    case 'refused':
      return <SignInCard onSignedIn={onRetry} onApp={onApp} />;
    case 'failed':
      return (
        <div class="stack narrow">
          <Problem error={access.error} />
          <button type="button" class="button" onClick={onRetry}>
            Try again
          </button>
        </div>
      );
    case 'granted':
      switch (mode) {
        case 'speak':
          return <SpeakPanel caller={access.caller} voices={access.voices} />;
        case 'listen':
          return <LivePanel caller={access.caller} />;
        case 'file':
          return <FilePanel caller={access.caller} transcription={transcription} />;
      }
  }
}

interface About {
  readonly version: string;
}

function Foot(): JSX.Element {
  const [about, setAbout] = useState<About>();
  useEffect(() => {
    fetchFrom('', { headers: { accept: 'application/json' } })
      .then((response) => response.json() as Promise<About>)
      .then(setAbout)
      // The footer is shown without the version.
      .catch(() => undefined);
  }, []);
  return (
    <footer class="foot muted small">
      <span>
        For OpenAI’s clients: <code>{ROOT.href}v1</code>
      </span>
      <span>Parlance {about?.version}</span>
    </footer>
  );
}

/** Accepts a file that is dropped anywhere on the page. @returns whether one is dragged over it */
function useFileDrop(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      // Text that is dragged into a field is left to the browser.
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file !== undefined) onFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  });
  return isOver;
}
