export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 1.9] as const;

/** The shortest word, a longer one, a question, a sentence with clauses, and several sentences. */
export const TEXTS: readonly string[] = [
  'Yes.',
  'Certainly.',
  'Would you like to hear the menu again?',
  'After the last guest had left, she closed the shutters, put out the lamps and went upstairs.',
  'The museum opens at ten. Tickets are sold at the gate, and children under twelve come in free. Please leave large bags at the desk.',
];

export function caseNameOf(speed: number): string {
  return `speed ${speed}`;
}

export function speedOf(caseName: string): number {
  return SPEEDS.find((speed) => caseNameOf(speed) === caseName) ?? 1;
}
