/** Short, since one core takes twice as long for them as they last; without numbers, whose spelling is the recognizer's choice. */
export const SENTENCES: readonly string[] = [
  'Please turn left at the second traffic light.',
  'Where did you put the keys to the garden shed?',
];

/** Spoken as well by a voice that misses the aim with the first: 18 words are few. */
export const FURTHER_SENTENCES: readonly string[] = [
  'The old man looked out over the sea.',
  'If the door does not open, push it gently and try again.',
  'My sister waters the garden before she leaves for work.',
];
