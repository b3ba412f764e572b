import type { FirstStart } from './first-start.ts';

export interface Welcome {
  readonly url: string;
  /** Protocols without authentication, on their own ports. */
  readonly tcpPorts?: readonly { readonly name: string; readonly url: string }[] | undefined;
  /** Absent at later starts. */
  readonly firstStart: FirstStart | undefined;
  /** Code of a voice that works now; `undefined`: none does. */
  readonly voiceCode: string | undefined;
  /** What does not work, and why; empty if everything works. */
  readonly problems: readonly string[];
}

/** Synthesized with the default voice, the default recognizer transcribes it exactly as it is written here; a test checks this. */
export const SHOWCASE_SENTENCE = 'This computer can speak and listen without any help from the cloud.';

/** The banner of a started server: its addresses, and at the first start the credentials, which are shown only once. */
export function welcomeText({ url, tcpPorts = [], firstStart, voiceCode, problems }: Welcome): string {
  return [
    `Parlance listens on ${url}`,
    'Text to speech and speech to text on your own machine.',
    '',
    `  Playground      ${url}/`,
    `  Console         ${url}/console`,
    `  Docs            ${url}/docs`,
    ...tcpPorts.map((port) => `  ${port.name.padEnd(14)}  ${port.url} (no authentication)`),
    '',
    ...(firstStart === undefined ? [] : credentialsOf(firstStart)),
    ...problemsText(problems, voiceCode),
    ...(firstStart?.created === undefined || voiceCode === undefined
      ? []
      : firstCall({ url, token: firstStart.created.token, voiceCode })),
  ].join('\n');
}

function credentialsOf({ created, adminToken, adminPassword }: FirstStart): readonly string[] {
  return [
    created === undefined
      ? 'A password for the console was created. It is shown only once:'
      : 'The app "default" was created. Its token and the admin password are shown only once:',
    '',
    ...(created === undefined
      ? []
      : [`  App ID          ${created.app.appId}`, `  Token           ${created.token}`]),
    `  Admin token     ${adminToken}`,
    ...(adminPassword === undefined ? [] : [`  Admin password  ${adminPassword}`]),
    '',
  ];
}

function problemsText(problems: readonly string[], voiceCode: string | undefined): readonly string[] {
  if (problems.length === 0) return [];
  const rest =
    voiceCode === undefined
      ? 'Until then no voice works.'
      : `Meanwhile the voice ${voiceCode} works; "parlance doctor" shows what is missing.`;
  return ['Not everything works yet:', '', ...problems.map((problem) => `  ${problem}`), '', rest, ''];
}

function firstCall({
  url,
  token,
  voiceCode,
}: {
  readonly url: string;
  readonly token: string;
  readonly voiceCode: string;
}): readonly string[] {
  const body = JSON.stringify({ model: 'tts-1', voice: voiceCode, input: SHOWCASE_SENTENCE });
  return [
    'To synthesize a sentence into hello.mp3, paste:',
    '',
    `export PARLANCE_TOKEN=${token}`,
    `curl -sSf ${url}/v1/audio/speech -H "Authorization: Bearer $PARLANCE_TOKEN" -H 'Content-Type: application/json' -o hello.mp3 -d '${body}'`,
    '',
  ];
}
