import { useEffect, useRef, useState } from 'preact/hooks';

/** An audio element that plays a file. */
export function useAudio(file: Blob | undefined): HTMLAudioElement | undefined {
  const [audio, setAudio] = useState<HTMLAudioElement>();
  const latest = useRef<HTMLAudioElement | undefined>(undefined);
  useEffect(() => {
    // The previous file is no longer played, also if the browser cannot play the new one.
    setAudio(undefined);
    if (file === undefined) return undefined;
    const address = URL.createObjectURL(file);
    const element = new Audio(address);
    latest.current = element;
    // A waveform needs an element whose address and duration are known.
    element.addEventListener('loadedmetadata', () => latest.current === element && setAudio(element), {
      once: true,
    });
    return () => {
      latest.current = undefined;
      element.pause();
      element.removeAttribute('src');
      URL.revokeObjectURL(address);
    };
  }, [file]);
  return file === undefined ? undefined : audio;
}
