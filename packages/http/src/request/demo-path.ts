/** The address of a voice's sample. */
export const DEMO_URL = '/api/public/v1/voices/:code/demo.mp3';

export function demoPath(voiceCode: string): string {
  return DEMO_URL.replace(':code', encodeURIComponent(voiceCode));
}
