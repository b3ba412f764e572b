/** Short, since one core takes twice as long for them as they last; without numbers, whose spelling is the recognizer's choice. */
export const SENTENCES: readonly string[] = [
  'Please turn left at the second traffic light.',
  'Where did you put the keys to the garden shed?',
];
