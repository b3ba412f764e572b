import { SpeechError } from '@parlance/core/errors';
import type { Tracer } from '@parlance/core/platform';
import { resolvePlugin } from '@parlance/runtime';
import { ownManifest } from '../own-manifest.ts';

/** The exports of `@parlance/tracing` that are used here; it is not a dependency, since tracing is optional. */
interface TracingModule {
  startTracing(service: { readonly serviceName: string; readonly serviceVersion: string }): {
    readonly tracer: Tracer;
    stop(): Promise<void>;
  };
}

const PACKAGE = '@parlance/tracing';
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/** @returns whether OpenTelemetry's variables turn tracing on: they name an exporter or a collector, and none turns it off */
export function wantsTraces(environment: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED: disabled = '', OTEL_TRACES_EXPORTER: exporter = '' } = environment;
  if (disabled.toLowerCase() === 'true' || exporter === 'none') return false;
  return exporter !== '' || ENDPOINTS.some((name) => (environment[name] ?? '') !== '');
}

/**
 * Starts tracing if the environment variables turn it on.
 *
 * @throws SpeechError `INVALID_CONFIG` if the package is not installed, or a variable is invalid
 */
export async function openTracing(): Promise<ReturnType<TracingModule['startTracing']> | undefined> {
  if (!wantsTraces(process.env)) return undefined;
  const found = [process.cwd(), import.meta.dirname]
    .map((folder) => resolvePlugin(PACKAGE, folder))
    .find((url) => url !== undefined);
  if (found === undefined) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `OTEL_* variables turn tracing on, but ${PACKAGE} is not installed: npm install ${PACKAGE}, or set OTEL_TRACES_EXPORTER=none.`,
    );
  }
  const { startTracing } = (await import(found)) as TracingModule;
  return startTracing({ serviceName: 'parlance', serviceVersion: ownManifest().version });
}
