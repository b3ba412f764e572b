/** Lanes, fairness between apps, expected waits and admission. */
export { type BacklogMeter, type BacklogUnit, createBacklogMeter } from './backlog-meter.ts';
export { type Backlog, expectedWaitMs, type NewUnit } from './expected-wait.ts';
export { chooseLane, isYielding, LANE_PATIENCE_UNITS, LANES, type Lane, type PassedOver } from './lanes.ts';
export {
  type AdmissionVerdict,
  createLiveAdmission,
  decideAdmission,
  type LiveAdmission,
  type LiveAdmissionOptions,
  type LiveCall,
  type LiveLane,
} from './live-admission.ts';
export { createUnitQueue, type UnitPlace, type UnitQueue } from './unit-queue.ts';
export {
  createPaceMeter,
  DEFAULT_UPLOAD_FLOOR,
  PACE_SAMPLES_PER_WINDOW,
  type PaceMeter,
  type UploadFloor,
  uploadTooSlow,
} from './upload-pace.ts';
export { createWorkerPlaces, type WorkerPlaces, type WorkerPlacesOptions } from './worker-places.ts';
