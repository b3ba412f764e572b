import { SpeechError } from '@parlance/core/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, chunkHead, extensibleTail, type WavParts, wavBytes } from '../../test/wav-bytes.ts';
import { inspectWav, WavHeaderScanner } from './wav-header-scanner.ts';

function reasonOf(bytes: Uint8Array): unknown {
  try {
    inspectWav(bytes);
    return 'accepted';
  } catch (error) {
    if (!SpeechError.is(error)) throw error;
    expect(error.code).toBe('AUDIO_NOT_READABLE');
    return error.details.reason;
  }
}

const junk = (sizeBytes: number): Uint8Array => chunk('JUNK', new Uint8Array(sizeBytes));
const list = (sizeBytes: number): Uint8Array => chunk('LIST', new Uint8Array(sizeBytes).fill(65));
const none = new Uint8Array(0);
/** The part of a plain header that the RIFF size includes. */
const HEADER_RIFF_BYTES = 36;

describe('the WAV header scanner', () => {
  it.each<[string, WavParts]>([
    ...[8, 16, 24, 32].map((bits): [string, WavParts] => [`${bits}-bit PCM`, { bitsPerSample: bits }]),
    ['32-bit float', { formatTag: 3, bitsPerSample: 32 }],
    ['8 channels', { channels: 8 }],
    ['an 18-byte format', { formatTail: [0, 0] }],
    ['extensible PCM', { formatTag: 0xfffe, bitsPerSample: 24, formatTail: extensibleTail(1, 20) }],
    ['extensible float', { formatTag: 0xfffe, bitsPerSample: 32, formatTail: extensibleTail(3, 32) }],
    ['an odd chunk with its padding', { chunksBefore: [junk(3)], chunksBetween: [junk(7)] }],
    ['a large chunk before the data', { chunksBetween: [junk(300_000)] }],
    ['62 chunks besides format and data', { chunksBetween: Array.from({ length: 62 }, () => junk(0)) }],
  ])('accepts %s', (_, parts) => {
    expect(inspectWav(wavBytes(parts)).frames).toBe(4);
  });

  it.each([8000, 16_000, 22_050, 32_000, 44_100, 48_000])('accepts %i Hz', (sampleRateHz) => {
    expect(inspectWav(wavBytes({ sampleRateHz }))).toMatchObject({
      frames: 4,
      durationSeconds: 4 / sampleRateHz,
    });
  });

  it.each<[string, WavParts]>([
    ...[0, 1, 24_000, 96_000, 0xffff_ffff].map((sampleRateHz): [string, WavParts] => [
      'sample-rate',
      { sampleRateHz, byteRate: 0 },
    ]),
    ['channels', { channels: 0 }],
    ['channels', { channels: 9 }],
    ['channels', { channels: 65_535, frameBytes: 2 }],
    ['encoding', { bitsPerSample: 12, frameBytes: 2 }],
    ['encoding', { bitsPerSample: 64 }],
    ['encoding', { bitsPerSample: 0, frameBytes: 2 }],
    ['encoding', { formatTag: 3, bitsPerSample: 64 }],
    ['encoding', { formatTag: 3, bitsPerSample: 16 }],
    ['encoding', { formatTag: 6, bitsPerSample: 8 }],
    ['encoding', { formatTag: 85 }],
    ['block-align', { bitsPerSample: 24, frameBytes: 4, samples: new Uint8Array(24) }],
    ['extensible-size', { formatTag: 0xfffe }],
    ['valid-bits', { formatTag: 0xfffe, formatTail: extensibleTail(1, 24) }],
    ['encoding', { formatTag: 0xfffe, formatTail: extensibleTail(7, 16) }],
    ['subtype', { formatTag: 0xfffe, formatTail: extensibleTail(1, 16).with(-1, 0) }],
    ['format-size', { formatTail: new Array(26).fill(0) }],
    ['format-offset', { chunksBefore: [junk(65_536)] }],
    ['format-twice', { chunksBetween: [chunk('fmt ', new Uint8Array(16))] }],
    ['format-missing', { chunksBefore: [chunkHead('data', 4)] }],
    ['chunks', { chunksBetween: Array.from({ length: 63 }, () => junk(0)) }],
    ['chunks', { chunksBefore: Array.from({ length: 64 }, () => junk(0)) }],
    ['no-samples', { samples: new Uint8Array(0) }],
    ['no-samples', { samples: new Uint8Array(1) }],
    ['cut-off', { chunksBetween: [chunkHead('JUNK', 0xffff_ffff)] }],
  ])('refuses for its %s: %o', (reason, parts) => {
    expect(reasonOf(wavBytes(parts))).toBe(reason);
  });

  it.each(['', 'R', 'RIFX', 'RF64\0\0\0\0WAVE', 'RIFF\0\0\0\0AVI ', 'ID3\x04', 'fLaC'])(
    'refuses %j',
    (text) => {
      const padded = Buffer.from(text.padEnd(text.length < 4 ? 0 : 64, '\0'), 'latin1');
      expect(reasonOf(padded)).toBe(text.length < 4 ? 'cut-off' : 'not-wav');
    },
  );

  it('refuses every file that is truncated inside its header', () => {
    const whole = wavBytes({ formatTag: 0xfffe, formatTail: extensibleTail(1, 16), chunksBefore: [junk(5)] });
    const headerBytes = whole.length - 8;
    for (let length = 0; length < headerBytes; length += 1) {
      expect(reasonOf(whole.subarray(0, length))).toBe('cut-off');
    }
    expect(reasonOf(whole.subarray(0, headerBytes + 1))).toBe('no-samples');
    expect(reasonOf(whole.subarray(0, headerBytes + 2))).toBe('accepted');
  });

  const depths = [8, 16, 24, 32].flatMap((bitsPerSample): WavParts[] => [
    { bitsPerSample },
    { bitsPerSample, formatTag: 0xfffe, formatTail: extensibleTail(1, 8) },
  ]);
  it.each<WavParts>([
    ...depths,
    { formatTag: 3, bitsPerSample: 32 },
    { formatTag: 0xfffe, bitsPerSample: 32, formatTail: extensibleTail(3, 32) },
  ])('computes the frame size from channels and bit depth, whatever the header says: %o', (parts) => {
    for (const channels of [1, 2, 8]) {
      const frameBytes = (channels * (parts.bitsPerSample ?? 16)) / 8;
      const samples = new Uint8Array(4 * frameBytes);
      for (const written of [0, 1, frameBytes * 2, 65_535]) {
        const byteRate = 16_000 * frameBytes;
        const wav = inspectWav(wavBytes({ ...parts, channels, samples, byteRate, frameBytes: written }));
        expect(wav).toMatchObject({ frames: 4, header: { frameBytes } });
      }
      for (const byteRate of [0, 1, 0xffff_ffff]) {
        const wav = inspectWav(wavBytes({ ...parts, channels, samples, byteRate }));
        expect(wav).toMatchObject({ frames: 4, durationSeconds: 4 / 16_000 });
      }
    }
  });

  it.each<[string, WavParts]>([
    ['with true sizes', { chunksAfter: [list(4000)] }],
    ['after chunks before it', { chunksBetween: [junk(7)], chunksAfter: [list(4000)] }],
    ['that is empty too', { chunksAfter: [list(0)] }],
    ['of odd size', { chunksAfter: [list(4001)] }],
    ['of odd size, without its padding', { chunksAfter: [list(4001).subarray(0, -1)] }],
    [
      'of odd size, whose padding the RIFF size omits',
      { chunksAfter: [list(4001)], declaredRiffBytes: HEADER_RIFF_BYTES + 4009 },
    ],
    ['and another', { chunksAfter: [chunk('id3 ', new Uint8Array(33)), list(10)] }],
    [
      'in a RIFF whose size includes its own head',
      { chunksAfter: [list(4000)], declaredRiffBytes: HEADER_RIFF_BYTES + 8 + 4008 },
    ],
    ['in a RIFF whose size is too large', { chunksAfter: [list(4000)], declaredRiffBytes: 0x7ffe_ffff }],
    [
      'that is truncated',
      { chunksAfter: [list(4000).subarray(0, 100)], declaredRiffBytes: HEADER_RIFF_BYTES + 4008 },
    ],
  ])('treats an empty data chunk before another chunk as no samples: %s', (_, parts) => {
    expect(reasonOf(wavBytes({ samples: none, ...parts }))).toBe('no-samples');
  });

  it.each([
    ['nothing', 0],
    ['4 bytes', 4],
    ['the value before the header is known', 8],
    ['the header', HEADER_RIFF_BYTES],
    ['the header and a pad byte', HEADER_RIFF_BYTES + 1],
    ['the header and its own head', HEADER_RIFF_BYTES + 8],
    ['the actual audio', HEADER_RIFF_BYTES + 20],
    ['far more than the file has', 0x1000_0000],
    ['nearly 2 GiB', 0x7fff_f024],
    ['the largest signed size', 0x7fff_ffff],
    ['2 GiB and the header', 0x8000_0024],
    ['the streaming size', 0xffff_ffff],
  ])('treats a data size of 0 as "up to the end" if the RIFF size is that of %s', (_, declaredRiffBytes) => {
    const streaming = { declaredDataBytes: 0, declaredRiffBytes };
    const audio = [
      new Uint8Array(20),
      new Uint8Array(20).fill(0x80),
      new Uint8Array(20).fill(0x41),
      new Uint8Array(20).fill(0xff),
    ];
    for (const samples of audio) expect(inspectWav(wavBytes({ ...streaming, samples })).frames).toBe(10);
    // Too short for a chunk.
    expect(inspectWav(wavBytes({ ...streaming, samples: new Uint8Array(7).fill(0x41) })).frames).toBe(3);
    expect(reasonOf(wavBytes({ ...streaming, samples: none }))).toBe('no-samples');
  });

  it.each([0, HEADER_RIFF_BYTES, 0x7fff_ffff, 0xffff_ffff])(
    'continues after an empty data chunk if the RIFF size, %i, includes nothing after it',
    (declaredRiffBytes) => {
      const bytes = wavBytes({ samples: none, chunksAfter: [list(4000)], declaredRiffBytes });
      expect(inspectWav(bytes).frames).toBe(4008 / 2);
    },
  );

  it('treats a streaming data size as "up to the end", whatever follows', () => {
    const bytes = wavBytes({ samples: none, declaredDataBytes: 0xffff_ffff, chunksAfter: [list(12)] });
    expect(inspectWav(bytes).frames).toBe(10);
  });

  it.each([
    [0, 10],
    [0xffff_ffff, 10],
    [0x7fff_f000, 10],
    [21, 10],
    [20, 10],
    [19, 9],
    [2, 1],
  ])('with a data size of %i, reads 20 bytes as %i frames', (declaredDataBytes, frames) => {
    expect(inspectWav(wavBytes({ declaredDataBytes, samples: new Uint8Array(20) })).frames).toBe(frames);
  });

  it('reports the problem, the limit and the actual value', () => {
    expect(() => inspectWav(wavBytes({ sampleRateHz: 24_000 }))).toThrow(
      'The WAV file has a sample rate of 24000 Hz; allowed are 8000, 16000, 22050, 32000, 44100, 48000 Hz.',
    );
  });

  it('accepts the sample rates that its caller allows', () => {
    const bytes = wavBytes({ sampleRateHz: 24_000 });
    expect(inspectWav(bytes, { sampleRatesHz: [24_000] }).header.sampleRateHz).toBe(24_000);
    expect(() => inspectWav(wavBytes(), { sampleRatesHz: [24_000] })).toThrow(SpeechError);
  });
});

describe('a WAV header scanner', () => {
  it('has the header as soon as the data chunk begins', () => {
    const bytes = wavBytes({ chunksBefore: [junk(9)] });
    const scanner = new WavHeaderScanner();
    const headerBytes = bytes.length - 8;
    for (let at = 0; at < headerBytes - 1; at += 1) {
      expect(scanner.push(bytes.subarray(at, at + 1))).toBeUndefined();
    }
    expect(scanner.push(bytes.subarray(headerBytes - 1, headerBytes))).toMatchObject({
      dataOffsetBytes: headerBytes,
    });
    expect(scanner.finish(bytes.length).frames).toBe(4);
  });

  it.each([0, HEADER_RIFF_BYTES, 0xffff_ffff])(
    'waits for nothing after the header of a stream whose RIFF size is %i',
    (declaredRiffBytes) => {
      const bytes = wavBytes({ samples: none, declaredRiffBytes });
      expect(new WavHeaderScanner().push(bytes)).toMatchObject({ dataOffsetBytes: 44 });
    },
  );

  it('waits for 8 bytes after an empty data chunk, which are part of the audio', () => {
    const bytes = wavBytes({ declaredDataBytes: 0, samples: new Uint8Array(20) });
    const scanner = new WavHeaderScanner();
    for (let at = 0; at < 51; at += 1) expect(scanner.push(bytes.subarray(at, at + 1))).toBeUndefined();
    expect(scanner.push(bytes.subarray(51, 52))).toMatchObject({ dataOffsetBytes: 44 });
    expect(scanner.finish(bytes.length).frames).toBe(10);
  });

  it('refuses an upload without samples at the head of the next chunk', () => {
    const scanner = new WavHeaderScanner();
    const bytes = wavBytes({
      samples: none,
      chunksAfter: [chunkHead('JUNK', 90_000_000)],
      declaredRiffBytes: HEADER_RIFF_BYTES + 8 + 90_000_000,
    });
    expect(() => scanner.push(bytes)).toThrow('The WAV file has 0 samples');
    expect(() => scanner.finish(bytes.length)).toThrow('The WAV file has 0 samples');
  });

  it('refuses as soon as the wrong byte arrives, and keeps refusing', () => {
    const bytes = wavBytes({ sampleRateHz: 1 });
    const scanner = new WavHeaderScanner();
    expect(() => scanner.push(bytes.subarray(0, 36))).toThrow(SpeechError);
    expect(() => scanner.push(bytes.subarray(36))).toThrow(SpeechError);
    expect(() => scanner.finish(bytes.length)).toThrow(SpeechError);
  });

  it('refuses an upload whose format chunk can no longer begin in time, without waiting for its bytes', () => {
    const scanner = new WavHeaderScanner();
    const start = Buffer.concat([wavBytes().subarray(0, 12), chunkHead('JUNK', 70_000)]);
    expect(() => scanner.push(start)).toThrow('no format chunk in its first 65536 bytes');
  });
});

/** A valid file with bytes overwritten, removed or repeated. */
const mutatedWav = fc
  .record({
    parts: fc.constantFrom<WavParts>(
      {},
      { channels: 8, bitsPerSample: 24 },
      { formatTag: 0xfffe, bitsPerSample: 32, formatTail: extensibleTail(3, 32), chunksBefore: [junk(11)] },
      { chunksBetween: [junk(3), junk(40)], declaredDataBytes: 0xffff_ffff },
      { samples: none, chunksAfter: [junk(20)] },
      { declaredDataBytes: 0, samples: new Uint8Array(20), chunksAfter: [junk(3)] },
    ),
    writes: fc.array(fc.tuple(fc.nat(120), fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255))), {
      maxLength: 6,
    }),
    keptBytes: fc.oneof(fc.constant(200), fc.nat(200)),
  })
  .map(({ parts, writes, keptBytes }) => {
    const bytes = wavBytes(parts);
    for (const [at, value] of writes) bytes[at % bytes.length] = value;
    return bytes.slice(0, keptBytes);
  });

describe('mutated WAV headers', () => {
  it('are read within the existing bytes, or refused with AUDIO_NOT_READABLE', () => {
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: mutatedWav }, fc.uint8Array({ maxLength: 200 })),
        (bytes) => {
          try {
            const { header, frames } = inspectWav(bytes);
            expect(frames).toBeGreaterThan(0);
            expect(header.dataOffsetBytes + frames * header.frameBytes).toBeLessThanOrEqual(bytes.length);
            expect([8000, 16_000, 22_050, 32_000, 44_100, 48_000]).toContain(header.sampleRateHz);
          } catch (error) {
            if (!SpeechError.is(error)) throw error;
            expect(error.code).toBe('AUDIO_NOT_READABLE');
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });

  it('get the same result, however the input is cut', () => {
    fc.assert(
      fc.property(mutatedWav, fc.integer({ min: 1, max: 50 }), (bytes, stepBytes) => {
        const verdict = (work: () => unknown): unknown => {
          try {
            return work();
          } catch (error) {
            return SpeechError.from(error).toWire();
          }
        };
        const inPieces = (): unknown => {
          const scanner = new WavHeaderScanner();
          for (let at = 0; at < bytes.length; at += stepBytes)
            scanner.push(bytes.subarray(at, at + stepBytes));
          return scanner.finish(bytes.length);
        };
        expect(verdict(inPieces)).toEqual(verdict(() => inspectWav(bytes)));
      }),
      { numRuns: 3000 },
    );
  });
});
