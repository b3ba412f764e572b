import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { liveSamples, speechSamples, transcriptionSamples } from '../browser/speech/code-samples.ts';
import { openaiBodyOf, speechCallOf } from '../browser/speech/speech-settings.ts';

const TARGET = { url: 'http://127.0.0.1:8080', appId: '9b2f6c1e' };
const VOICE = {
  code: 'joe',
  name: 'Joe',
  languageCode: 'en-US',
  gender: 'male',
  engine: 'sherpa-onnx',
  isLive: true,
};
const TEXT = `It's "50 %" off \`today\` for $5 \\ or so…\nReally!`;
const FILE = `my "best" one's, take 2;type=x.wav`;

/** The arguments that a shell gives to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, PARLANCE_TOKEN: 'secret' };
  return execFileSync('sh', ['-c', script], { env }).toString().split('\0').slice(0, -1);
}

const settings = (text: string) => ({
  text,
  voice: VOICE,
  speed: 1.25,
  format: 'mp3' as const,
  sampleRateHz: 24_000,
});

function samplesOf(text: string) {
  const given = settings(text);
  return speechSamples(TARGET, speechCallOf(given), openaiBodyOf(given), 'speech.mp3');
}

describe('the code for what was spoken', () => {
  it('is a line that a shell gives to curl as it was done, whatever the text holds', () => {
    const found = argumentsOf(samplesOf(TEXT).curl);
    expect(found).toContain('http://127.0.0.1:8080/v1/tts');
    expect(found).toContain('Authorization: Bearer secret');
    expect(found).toContain('App-Id: 9b2f6c1e');
    expect(JSON.parse(found[found.indexOf('-d') + 1] ?? '')).toEqual({
      mode: 'sync',
      voiceCode: 'joe',
      text: TEXT,
      outputFormat: 'mp3',
      speed: 1.25,
      sampleRate: 24_000,
    });
  });

  it('calls the endpoint for long texts with a text that the other refuses', () => {
    const found = argumentsOf(samplesOf('a'.repeat(301)).curl);
    expect(found).toContain('http://127.0.0.1:8080/v1/audio/speech');
    expect(found.some((argument) => argument.startsWith('App-Id'))).toBe(false);
  });

  it('holds the same text in every language', () => {
    const { javascript, python, openai } = samplesOf(TEXT);
    for (const sample of [javascript, python, openai]) expect(sample).toContain(JSON.stringify(TEXT));
  });
});

describe('the code for what was read', () => {
  it('gives curl the file by its name, whatever the name holds', () => {
    const found = argumentsOf(transcriptionSamples(TARGET, FILE).curl);
    const [, quoted = ''] = /^file=@"(.*)"$/.exec(found[found.indexOf('-F') + 1] ?? '') ?? [];
    expect(quoted.replace(/\\(.)/g, '$1')).toBe(FILE);
  });
});

it.each([
  samplesOf(TEXT).javascript,
  transcriptionSamples(TARGET, FILE).javascript,
  liveSamples(TARGET, FILE).javascript,
])('is JavaScript: %#', (javascript) => {
  const check = () =>
    execFileSync(process.execPath, ['--check', '--input-type=module', '-'], { input: javascript });
  expect(check).not.toThrow();
});
