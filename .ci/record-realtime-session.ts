/** Records a session with a real server: fixtures/realtime-session.json, and the part of docs/realtime.md that shows it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../test/browser/running-server.ts';
import { recordTranscript, renderTranscript, TRANSCRIPT_FILE } from '../test/service/realtime-transcript.ts';

const page = join(import.meta.dirname, '..', 'docs', 'realtime.md');
const server = await startServer({ plugins: ['@parlance/plugin-sherpa-onnx', '@parlance/plugin-flite'] });
try {
  const transcript = await recordTranscript(server);
  writeFileSync(TRANSCRIPT_FILE, `${JSON.stringify(transcript, null, 1)}\n`);
  const shown = renderTranscript(transcript);
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(
      /(```wire\n)[\s\S]*?(\n```)/,
      (_, open, close) => open + shown + close,
    ),
  );
  console.log(shown);
} finally {
  await server.stop();
}
