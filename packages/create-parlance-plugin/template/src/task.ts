/** One unit of work, as it is sent to a worker. */
export interface SpeakTask {
  readonly text: string;
  readonly sampleRateHz: number;
  readonly speed: number;
  /** 0 to 100. */
  readonly emphasis: number;
}

/** Settings that each worker thread gets when it starts. */
export interface WorkerSettings {
  readonly pitchHz: number;
}
