import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { SpeechError } from '@parlance/core/errors';

/** OpenTelemetry's samplers by name, created from the ratio in `OTEL_TRACES_SAMPLER_ARG`. */
const SAMPLERS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/** @throws SpeechError `INVALID_CONFIG` for an unknown name or an invalid ratio */
export function samplerOf(environment: NodeJS.ProcessEnv): Sampler {
  const name = environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG || 1);
  const make = Object.hasOwn(SAMPLERS, name) ? SAMPLERS[name] : undefined;
  if (make === undefined) {
    throw invalid('OTEL_TRACES_SAMPLER', `must be one of ${Object.keys(SAMPLERS).join(', ')}`);
  }
  if (!(ratio >= 0 && ratio <= 1)) throw invalid('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1');
  return make(ratio);
}

function invalid(option: string, message: string): SpeechError {
  return new SpeechError('INVALID_CONFIG', `${option} ${message}.`, { option });
}
