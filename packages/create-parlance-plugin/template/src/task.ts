/** One unit of work, as it crosses to a worker. */
export interface SpeakTask {
  readonly text: string;
  readonly sampleRateHz: number;
  readonly speed: number;
  /** 0 to 100. */
  readonly emphasis: number;
}

/** What each worker thread is made with. */
export interface WorkerSettings {
  readonly pitchHz: number;
}
