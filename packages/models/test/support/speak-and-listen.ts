import { createRequire } from 'node:module';

/**
 * A separate process that loads installed models with sherpa-onnx, which ends the whole process if a file is damaged.
 * It synthesizes "Hello world.", and recognizes a synthesized sentence about a fox. `process.argv[2]` is JSON; the result is JSON on standard output.
 */
// The addon has no types, and is CommonJS.
const sherpa = createRequire(import.meta.url)('sherpa-onnx-node');
const { voice, recognizer, vad } = JSON.parse(process.argv[2] ?? '') as Record<
  string,
  Record<string, string>
>;

const tts = new sherpa.OfflineTts({
  model: {
    // With almost no noise the result is the same every time; 0 would mean the default.
    vits: {
      model: voice?.model,
      tokens: voice?.tokens,
      dataDir: voice?.espeakData,
      noiseScale: 1e-6,
      noiseScaleW: 1e-6,
    },
    numThreads: 1,
  },
  maxNumSentences: 1,
});
const speak = (text: string) => tts.generate({ text, sid: 0, speed: 1, enableExternalBuffer: false });
const audio = speak('Hello world.');
const answer: Record<string, unknown> = {
  sampleRateHz: audio.sampleRate,
  durationSeconds: audio.samples.length / audio.sampleRate,
  peak: audio.samples.reduce((peak: number, sample: number) => Math.max(peak, Math.abs(sample)), 0),
};

if (recognizer !== undefined) {
  const { encoder, mergedDecoder, tokens } = recognizer;
  const offline = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { moonshine: { encoder, mergedDecoder }, tokens, numThreads: 1 },
  });
  const stream = offline.createStream();
  const { sampleRate, samples } = speak('The quick brown fox jumps over the lazy dog.');
  stream.acceptWaveform({ sampleRate, samples });
  offline.decode(stream);
  answer.text = offline.getResult(stream).text;
}

if (vad !== undefined) {
  const detector = new sherpa.Vad(
    { sileroVad: { model: vad.model, windowSize: 512 }, sampleRate: 16_000, numThreads: 1 },
    30,
  );
  detector.acceptWaveform(new Float32Array(16_000));
  detector.flush();
  answer.silenceSegments = detector.isEmpty() ? 0 : 1;
}
process.stdout.write(`\n${JSON.stringify(answer)}\n`);
