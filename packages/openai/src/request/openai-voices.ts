/** OpenAI's voice names and the gender that each sounds like; `any` for the one that is neither. */
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
