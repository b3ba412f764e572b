import { createAudioCodec } from '@parlance/audio';
import { describe, expect, it } from 'vitest';
import type { AudioCodec, AudioFormat } from '../src/audio/index.ts';
import { encodePcm16 } from '../src/audio/pcm-format.ts';
import type { AudioSink, AudioStore, NewAudioOptions } from '../src/storage/index.ts';
import { openSpeechFile, requireRoom, type SpeechFile } from '../src/synthesis/batch/speech-file.ts';
import { countedCodec } from './support/counted-codec.ts';

const RATE_HZ = 8000;
const HEADER_BYTES = 44;

/** A store of one file, which says what becomes of it. */
async function open(format: AudioFormat, codec: AudioCodec = createAudioCodec()) {
  const written: Uint8Array[] = [];
  const events: string[] = [];
  const created: [string, NewAudioOptions][] = [];
  let header: Uint8Array | undefined;
  let turns = 0;
  const sink: AudioSink = {
    write: async (bytes) => void written.push(Uint8Array.from(bytes)),
    async commit(first) {
      header = first;
      events.push('commit');
    },
    abort: async () => void events.push('abort'),
  };
  const audio = {
    async create(...call: [string, NewAudioOptions]) {
      created.push(call);
      return sink;
    },
  } as unknown as AudioStore;
  const yieldToEventLoop = async (): Promise<void> => void turns++;
  const options = { objectName: 'results/id1.wav', format, sampleRateHz: RATE_HZ };
  const file = await openSpeechFile({ audio, codec, yieldToEventLoop }, options);
  return { file, written, events, created, header: () => header, turns: () => turns };
}
const hum = (samples: number): Uint8Array =>
  encodePcm16(Float32Array.from({ length: samples }, (_, at) => Math.sin(at / 5) / 2));
const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Writes it in two pieces, which divide a sample. */
async function writeInPieces(file: SpeechFile, pcm: Uint8Array): Promise<void> {
  await file.write(pcm.slice(0, 1001));
  await file.write(pcm.slice(1001));
}

describe('a file of speech', () => {
  it('of the same samples is written as it comes, and gets its header last', async () => {
    const { file, written, events, created, header } = await open({
      container: 'wav',
      sampleRateHz: RATE_HZ,
    });
    expect(created).toEqual([['results/id1.wav', { contentType: 'audio/wav', headerBytes: HEADER_BYTES }]]);
    const pcm = hum(RATE_HZ);
    await writeInPieces(file, pcm);
    expect(events).toEqual([]);
    expect(await file.commit()).toBe(HEADER_BYTES + pcm.length);
    expect([Buffer.concat(written).equals(pcm), events]).toEqual([true, ['commit']]);
    const bytes = Buffer.from(header() ?? []);
    expect([bytes.length, bytes.toString('latin1', 0, 4), bytes.readUInt32LE(40)]).toEqual([
      HEADER_BYTES,
      'RIFF',
      pcm.length,
    ]);
  });

  it('of another rate has all of its samples at that rate', async () => {
    const { file, written, turns } = await open({ container: 'wav', sampleRateHz: 16_000 });
    const pcm = hum(RATE_HZ);
    await writeInPieces(file, pcm);
    expect(await file.commit()).toBe(HEADER_BYTES + 2 * pcm.length);
    expect(lengthOf(written)).toBe(2 * pcm.length);
    // A second is encoded in quarters, and other work runs between them.
    expect(turns()).toBeGreaterThanOrEqual(3);
  });

  it('of MP3 has no header, and its length is that of what was written', async () => {
    const { file, written, created, header } = await open({
      ...{ container: 'mp3', sampleRateHz: 16_000, bitrateKbps: 32 },
    });
    expect(created[0]?.[1]).toMatchObject({ contentType: 'audio/mpeg', headerBytes: 0 });
    await file.write(hum(RATE_HZ));
    const bytes = await file.commit();
    expect(written.every(({ length }) => length > 0)).toBe(true);
    expect([lengthOf(written), header()]).toEqual([bytes, undefined]);
    // A second of 32 kbit/s, and the frames that a decoder needs around it.
    expect(bytes).toBeGreaterThan(4000);
    expect(bytes).toBeLessThan(5000);
  });

  it('releases its codecs when it is discarded', async () => {
    const counted = countedCodec(createAudioCodec());
    const format = { container: 'mp3', sampleRateHz: 16_000, bitrateKbps: 32 } as const;
    const { file } = await open(format, counted.codec);
    await file.write(hum(100));
    expect(counted.open).toEqual({ encoders: 1, resamplers: 1 });
    await file.discard();
    expect(counted.open).toEqual({ encoders: 0, resamplers: 0 });
  });

  it('that is discarded leaves nothing behind, before and after it was ended', async () => {
    const { file, events } = await open({ container: 'wav', sampleRateHz: RATE_HZ });
    await file.write(hum(100));
    await file.discard();
    expect(events).toEqual(['abort']);
    const ended = await open({ container: 'wav', sampleRateHz: 16_000 });
    await ended.file.commit();
    await ended.file.discard();
    expect(ended.events).toEqual(['commit', 'abort']);
  });
});

describe('the room of a WAV file', () => {
  const wav = { container: 'wav', sampleRateHz: 48_000 } as const;
  /** What 32 bits can say, less the rest of the header. */
  const most = (0xffff_ffff - 44) / 2 / wav.sampleRateHz;

  it('is what its header can state', () => {
    expect(() => requireRoom(wav, most)).not.toThrow();
    expect(() =>
      requireRoom({ container: 'mp3', sampleRateHz: 48_000, bitrateKbps: 64 }, 2 * most),
    ).not.toThrow();
    expect(() => requireRoom(wav, most + 1)).toThrow(
      expect.objectContaining({
        code: 'AUDIO_TOO_LONG',
        message: expect.stringContaining('a WAV file of 48000 Hz can hold, 44739 seconds'),
        details: { field: 'outputFormat', limitSeconds: 44_739 },
      }),
    );
  });
});
