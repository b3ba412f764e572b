/** By their length in characters, which the issue of first audio is stated in. */
export const TEXTS = {
  12: 'Hello world.',
  97: 'The early train to the coast leaves at seven, so please bring your tickets and a warm coat along.',
  298: 'When the storm had passed, the whole village came down to the harbour to look at the boats. Two of them had lost a mast, and one lay on its side in the mud. Nobody was hurt, though, and by the evening the fishermen were already mending their nets and telling each other how high the waves had been.',
} as const satisfies Record<number, string>;

export const AUDIO_FORMATS = ['wav', 'pcm', 'mp3'] as const;
export type AudioFormatName = (typeof AUDIO_FORMATS)[number];

export interface LatencyCase {
  readonly text: string;
  readonly format: AudioFormatName;
}

const byName = new Map(
  Object.entries(TEXTS).flatMap(([chars, text]) =>
    AUDIO_FORMATS.map((format): [string, LatencyCase] => [
      `${chars} characters, ${format}`,
      { text, format },
    ]),
  ),
);

export const CASE_NAMES: readonly string[] = [...byName.keys()];

export function latencyCase(name: string): LatencyCase {
  return byName.get(name) as LatencyCase;
}
