import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type WaveSurfer from 'wavesurfer.js';
import { loadPart } from '../state/load-part.ts';
import { THEME_CHANGED } from '../state/theme.ts';

/** An audio element, or a player with the same members. */
export type Media = Pick<
  HTMLMediaElement,
  'currentTime' | 'duration' | 'paused' | 'play' | 'pause' | 'addEventListener' | 'removeEventListener'
> & { readonly currentSrc: string };

interface DrawnAudio {
  /** 0 to 1, evenly spaced over `durationSeconds`. */
  readonly peaks: readonly number[];
  readonly durationSeconds: number;
}

interface WaveformProps extends DrawnAudio {
  /** Absent: there is no audio to play, and no cursor. */
  readonly media?: Media | undefined;
}

const HEIGHT_PX = 72;
const EMPTY_PEAKS = [0];
/** The page's Content-Security-Policy allows style elements with this nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Draws audio and the current position; a click seeks. Hidden from screen readers, since other controls do the same. */
export function Waveform({ media, peaks, durationSeconds }: WaveformProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<WaveSurfer | undefined>(undefined);
  const latest = useRef({ peaks, durationSeconds });
  latest.current = { peaks, durationSeconds };

  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let isGone = false;
    let surfer: WaveSurfer | undefined;
    const recolour = (): void => surfer?.setOptions(coloursOf(element));
    // Loaded after the first rendering of the page.
    void loadPart(() => import('wavesurfer.js')).then((part) => {
      if (isGone || part === undefined) return;
      surfer = part.default.create({
        container: element,
        height: HEIGHT_PX,
        barWidth: 3,
        barGap: 2,
        barRadius: 3,
        barMinHeight: 3,
        cursorWidth: media === undefined ? 0 : 2,
        interact: media !== undefined,
        dragToSeek: media !== undefined,
        hideScrollbar: true,
        // The level of a microphone is drawn without normalization.
        normalize: media !== undefined,
        cspNonce: nonce,
        ...coloursOf(element),
        ...drawnOf(latest.current),
        ...(media === undefined ? {} : { media: media as HTMLMediaElement }),
      });
      drawing.current = surfer;
    });
    window.addEventListener(THEME_CHANGED, recolour);
    dark.addEventListener('change', recolour);
    return () => {
      isGone = true;
      drawing.current = undefined;
      window.removeEventListener(THEME_CHANGED, recolour);
      dark.removeEventListener('change', recolour);
      surfer?.destroy();
    };
  }, [media]);

  useEffect(() => {
    if (drawing.current !== undefined) draw(drawing.current, media, { peaks, durationSeconds });
  }, [media, peaks, durationSeconds]);

  return <div class="waveform" ref={place} aria-hidden="true" />;
}

function draw(surfer: WaveSurfer, media: Media | undefined, audio: DrawnAudio): void {
  const { peaks, duration } = drawnOf(audio);
  // The address is already loaded, so nothing is fetched. A later drawing replaces an unfinished one.
  surfer.load(media?.currentSrc ?? '', peaks, duration).catch(() => undefined);
}

/** With peaks and a duration the library fetches nothing. */
function drawnOf({ peaks, durationSeconds }: DrawnAudio): { peaks: number[][]; duration: number } {
  return { peaks: [peaks.length === 0 ? EMPTY_PEAKS : [...peaks]], duration: durationSeconds || 1 };
}

function coloursOf(element: HTMLElement): { waveColor: string; progressColor: string; cursorColor: string } {
  const colour = (property: string): string => {
    element.style.color = `var(${property})`;
    const { color } = getComputedStyle(element);
    element.style.color = '';
    return color;
  };
  return {
    waveColor: colour('--wave'),
    progressColor: colour('--accent'),
    cursorColor: colour('--text'),
  };
}
