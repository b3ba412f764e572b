/** What a process can be ready for: calls that are answered at once, or work that waits in the queue. */
export const SERVICE_CAPABILITIES = ['live', 'batch'] as const;
export type ServiceCapability = (typeof SERVICE_CAPABILITIES)[number];

/** Problems of what the service depends on, each with a fix; `null`: none. */
export interface DependencyProblems {
  readonly database: string | null;
  readonly audio: string | null;
}

export interface Readiness {
  readonly isReady: boolean;
  /** One line for each part that is not ready, with a fix. */
  readonly problems: readonly string[];
}
