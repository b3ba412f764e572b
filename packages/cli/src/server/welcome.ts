import type { CreatedApp } from '@parlance/core';

export interface FirstStart {
  readonly url: string;
  readonly created: CreatedApp;
  readonly adminToken: string;
  readonly voiceCode: string;
}

const SENTENCE = 'Parlance speaks and listens on this very machine.';

/** What a person reads at the first start: credentials, shown this once, and lines to paste. */
export function welcomeText({ url, created, adminToken, voiceCode }: FirstStart): string {
  const headers = `-H 'Authorization: Bearer ${created.token}' -H 'App-Id: ${created.app.appId}'`;
  const speak = (outputFormat: string): string =>
    `curl -sS ${url}/v1/tts ${headers} -H 'Content-Type: application/json' ` +
    `-d '${JSON.stringify({ mode: 'sync', voiceCode, outputFormat, text: SENTENCE })}'`;
  return [
    'The app "default" was created. Its token is shown this once:',
    '',
    `  App ID       ${created.app.appId}`,
    `  Token        ${created.token}`,
    `  Admin token  ${adminToken}`,
    '',
    'Speak a sentence into hello.mp3:',
    '',
    speak('mp3').concat(' -o hello.mp3'),
    '',
    'Have the same sentence spoken and written down again:',
    '',
    `${speak('wav')} | curl -sS ${url}/v1/stt ${headers} -F mode=sync -F 'audioContent=@-;filename=hello.wav'`,
    '',
  ].join('\n');
}
