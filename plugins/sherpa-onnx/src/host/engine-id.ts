export const PLUGIN_ID = 'sherpa-onnx';

/** One engine for each model, so that each has its own workers. */
export function engineIdOf(modelId: string): string {
  return `${PLUGIN_ID}/${modelId}`;
}
