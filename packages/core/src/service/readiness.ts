/** What a process may be asked to be ready for: calls that are answered at once, or work that waits in the queue. */
export const SERVICE_CAPABILITIES = ['live', 'batch'] as const;
export type ServiceCapability = (typeof SERVICE_CAPABILITIES)[number];

/** What the service stands on: what is wrong with it, with the remedy; `null` while nothing is. */
export interface DependencyProblems {
  readonly database: string | null;
  readonly audio: string | null;
}

export interface Readiness {
  readonly isReady: boolean;
  /** One line for each part that is not, with the remedy. */
  readonly problems: readonly string[];
}
