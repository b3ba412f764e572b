import type { CreatedApp } from '@parlance/core';
import type { FirstStart } from './first-start.ts';

export interface Welcome extends FirstStart {
  readonly url: string;
  readonly voiceCode: string;
}

const SENTENCE = 'Parlance speaks and listens on this very machine.';

/** What a person reads at the first start: credentials, shown this once, and lines to paste. */
export function welcomeText({ url, created, adminToken, adminPassword, voiceCode }: Welcome): string {
  const credentials = [
    ...(created === undefined
      ? []
      : [`  App ID          ${created.app.appId}`, `  Token           ${created.token}`]),
    `  Admin token     ${adminToken}`,
    ...(adminPassword === undefined ? [] : [`  Admin password  ${adminPassword}`]),
    `  Console         ${url}/console`,
  ];
  const heading =
    created === undefined
      ? 'A password for the console was made. It is shown this once:'
      : 'The app "default" was created. Its token and the admin password are shown this once:';
  const examples = created === undefined ? [] : examplesOf({ url, voiceCode }, created);
  return [heading, '', ...credentials, '', ...examples].join('\n');
}

function examplesOf(
  { url, voiceCode }: Pick<Welcome, 'url' | 'voiceCode'>,
  { app, token }: CreatedApp,
): readonly string[] {
  const headers = `-H 'Authorization: Bearer ${token}' -H 'App-Id: ${app.appId}'`;
  const speak = (outputFormat: string): string =>
    `curl -sS ${url}/v1/tts ${headers} -H 'Content-Type: application/json' ` +
    `-d '${JSON.stringify({ mode: 'sync', voiceCode, outputFormat, text: SENTENCE })}'`;
  return [
    'Speak a sentence into hello.mp3:',
    '',
    speak('mp3').concat(' -o hello.mp3'),
    '',
    'Have the same sentence spoken and written down again:',
    '',
    `${speak('wav')} | curl -sS ${url}/v1/stt ${headers} -F mode=sync -F 'audioContent=@-;filename=hello.wav'`,
    '',
  ];
}
