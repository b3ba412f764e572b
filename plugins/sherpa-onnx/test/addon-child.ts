/** Runs in a process of its own, since a wrong configuration may end it: builds one object of the addon and says how it went. */
import addon from 'sherpa-onnx-node';

const [kind, config] = JSON.parse(process.argv[2] ?? '[]') as [string, Record<string, unknown>];
try {
  if (kind === 'synthesis') new addon.OfflineTts(config);
  if (kind === 'recognition') new addon.OfflineRecognizer(config);
  if (kind === 'online') new addon.OnlineRecognizer(config);
  if (kind === 'voice-activity') new addon.Vad(config, 1);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
}
