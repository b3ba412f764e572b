import type { ServiceCall } from './service-call.ts';

export const SAMPLE_LANGUAGES = [
  ['curl', 'curl'],
  ['javascript', 'JavaScript'],
  ['python', 'Python'],
  ['openai', 'OpenAI client'],
] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number][0];
export type CodeSamples = Readonly<Record<SampleLanguage, string>>;

/** The service's address and the app that calls it. Samples read the token from the environment and never contain it. */
export interface SampleTarget {
  /** Without a trailing slash. */
  readonly url: string;
  readonly appId: string;
}

/** The last synthesis as code samples. */
export function speechSamples(
  { url, appId }: SampleTarget,
  call: ServiceCall,
  openaiBody: Readonly<Record<string, unknown>>,
  fileName: string,
): CodeSamples {
  const address = `${url}/${call.path}`;
  const appHeader = call.needsAppId ? { 'App-Id': appId } : {};
  return {
    curl: [
      'curl -sS --fail-with-body \\',
      `  ${shell(address)} \\`,
      '  -H "Authorization: Bearer $PARLANCE_TOKEN" \\',
      ...Object.entries(appHeader).map(([name, value]) => `  -H ${shell(`${name}: ${value}`)} \\`),
      "  -H 'Content-Type: application/json' \\",
      `  -d ${shell(JSON.stringify(call.json))} \\`,
      `  -o ${shell(fileName)}`,
    ].join('\n'),
    javascript: `import { writeFile } from 'node:fs/promises';

const answer = await fetch(${js(address)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.PARLANCE_TOKEN}\`,
${Object.entries(appHeader)
  .map(([name, value]) => `    ${js(name)}: ${js(value)},\n`)
  .join('')}    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indented(JSON.stringify(call.json, undefined, 2), '  ')}),
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile(${js(fileName)}, answer.body);`,
    python: `import os, requests

answer = requests.post(
    ${py(address)},
    headers={
        "Authorization": f"Bearer {os.environ['PARLANCE_TOKEN']}",
${Object.entries(appHeader)
  .map(([name, value]) => `        ${py(name)}: ${py(value)},\n`)
  .join('')}    },
    json=${indented(JSON.stringify(call.json, undefined, 4), '    ')},
)
answer.raise_for_status()
with open(${py(fileName)}, "wb") as file:
    file.write(answer.content)`,
    openai: `${openaiClient(url)}

with client.audio.speech.with_streaming_response.create(
${Object.entries(openaiBody)
  .map(([name, value]) => `    ${name}=${JSON.stringify(value)},\n`)
  .join('')}) as speech:
    speech.stream_to_file(${py(fileName)})`,
  };
}

/** The transcription of a recording as code samples. */
export function transcriptionSamples({ url }: SampleTarget, fileName: string): CodeSamples {
  const address = `${url}/v1/audio/transcriptions`;
  return {
    curl: [
      'curl -sS --fail-with-body \\',
      `  ${shell(address)} \\`,
      '  -H "Authorization: Bearer $PARLANCE_TOKEN" \\',
      `  -F ${shell(`file=@"${fileName.replace(/["\\]/g, '\\$&')}"`)} \\`,
      '  -F model=whisper-1 \\',
      '  -F response_format=verbose_json',
    ].join('\n'),
    javascript: `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.set('file', await openAsBlob(${js(fileName)}), ${js(fileName)});
form.set('model', 'whisper-1');
form.set('response_format', 'verbose_json');
const answer = await fetch(${js(address)}, {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.PARLANCE_TOKEN}\` },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
const { segments } = await answer.json();
for (const { start, end, text } of segments) console.log(start, end, text);`,
    python: `import os, requests

with open(${py(fileName)}, "rb") as file:
    answer = requests.post(
        ${py(address)},
        headers={"Authorization": f"Bearer {os.environ['PARLANCE_TOKEN']}"},
        files={"file": file},
        data={"model": "whisper-1", "response_format": "verbose_json"},
    )
answer.raise_for_status()
for segment in answer.json()["segments"]:
    print(segment["start"], segment["end"], segment["text"])`,
    openai: openaiTranscription(url, fileName),
  };
}

/** A live session as code samples; curl and OpenAI's client cannot stream a microphone, so they send the recording. */
export function liveSamples(target: SampleTarget, fileName: string): CodeSamples {
  const { url, appId } = target;
  return {
    curl: `# curl has no microphone: this sends the recording of the session.\n${transcriptionSamples(target, fileName).curl}`,
    javascript: `import { createReadStream } from 'node:fs';
import { createParlanceClient } from '@parlance/client';

const client = createParlanceClient({
  url: ${js(url)},
  appId: ${js(appId)},
  token: process.env.PARLANCE_TOKEN,
});
// Any source of 16-bit mono PCM, such as a microphone's; here the recording of the session.
const audio = createReadStream(${js(fileName)}, { start: 44 });
for await (const { type, text } of client.listen(audio, { sampleRateHz: 16000, interimResults: true })) {
  console.log(type, text);
}`,
    python: `import asyncio, base64, json, os, urllib.parse, websockets

async def listen():
    query = urllib.parse.urlencode({"token": os.environ["PARLANCE_TOKEN"], "appId": ${py(appId)}})
    async with websockets.connect(f"${url.replace(/^http/, 'ws')}/v1/stt/realtime?{query}") as socket:
        await socket.send(json.dumps({"type": "STREAMING_CONFIG", "config": {
            "sampleRateHertz": 16000, "sampleSizeByte": 2, "channel": 1, "interimResults": True}}))
        async for message in socket:
            event = json.loads(message)
            if event["type"] == "READY":
                asyncio.create_task(send(socket))
            elif "text" in event:
                print(event["type"], event["text"])

async def send(socket):
    with open(${py(fileName)}, "rb") as audio:
        audio.seek(44)
        while chunk := audio.read(3200):
            await socket.send(json.dumps({
                "type": "AUDIO_CHUNK", "audioContent": base64.b64encode(chunk).decode()}))
    await socket.send(json.dumps({"type": "DONE"}))

asyncio.run(listen())`,
    openai: `# This sends the recording of the session.\n${openaiTranscription(url, fileName)}`,
  };
}

function openaiClient(url: string): string {
  return `import os
from openai import OpenAI

client = OpenAI(base_url=${py(`${url}/v1`)}, api_key=os.environ["PARLANCE_TOKEN"])`;
}

function openaiTranscription(url: string, fileName: string): string {
  return `${openaiClient(url)}

with open(${py(fileName)}, "rb") as file:
    transcript = client.audio.transcriptions.create(
        model="whisper-1", file=file, response_format="verbose_json"
    )
for segment in transcript.segments:
    print(segment.start, segment.end, segment.text)`;
}

/** Quotes one argument for a POSIX shell. */
function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function js(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Strings in JSON are valid in Python too. */
const py = (text: string): string => JSON.stringify(text);

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
