/** OpenAI's names and the gender that each is heard as; `any` for the one that is neither. */
export const OPENAI_VOICES = {
  alloy: 'any',
  echo: 'male',
  fable: 'male',
  onyx: 'male',
  nova: 'female',
  shimmer: 'female',
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  marin: 'female',
  sage: 'female',
  verse: 'male',
} as const;
