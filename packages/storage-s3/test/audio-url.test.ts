import { describe, expect, it } from 'vitest';
import { parseAudioUrl } from '../src/audio-url.ts';

describe('AUDIO_URL', () => {
  it.each([
    ['s3://audio', { bucket: 'audio', prefix: '' }],
    ['s3://audio/', { bucket: 'audio', prefix: '' }],
    ['s3://my.audio-1/speech/prod/', { bucket: 'my.audio-1', prefix: 'speech/prod/' }],
    ['s3://audio/a?region=eu-central-1', { bucket: 'audio', prefix: 'a/', region: 'eu-central-1' }],
    [
      's3://audio?endpoint=http://127.0.0.1:9000&publicEndpoint=https%3A%2F%2Faudio.example.com',
      {
        bucket: 'audio',
        prefix: '',
        endpoint: 'http://127.0.0.1:9000',
        publicEndpoint: 'https://audio.example.com',
      },
    ],
    ['s3://audio?region=', { bucket: 'audio', prefix: '' }],
  ])('is read: %s', (url, location) => {
    expect(parseAudioUrl(url)).toEqual(location);
  });

  it.each([
    ['a folder', '/var/audio'],
    ['another protocol', 'https://audio.example.com/bucket'],
    ['no bucket', 's3:///prefix'],
    ['no name of a bucket', 's3://Audio_Bucket'],
    ['a port', 's3://audio:9000/prefix'],
    ['credentials', 's3://key:secret@audio/prefix'],
    ['a prefix with unsuitable characters', 's3://audio/a%20b'],
    ['an unknown parameter', 's3://audio?regoin=eu-central-1'],
    ['an endpoint without a protocol', 's3://audio?endpoint=127.0.0.1:9000'],
    ['a public endpoint that is not a web address', 's3://audio?publicEndpoint=file:///etc'],
    ['nothing', ''],
  ])('is refused with %s, without being quoted', (_case, url) => {
    const read = (): unknown => parseAudioUrl(url);
    expect(read).toThrowError(
      expect.objectContaining({ code: 'INVALID_CONFIG', details: { option: 'AUDIO_URL' } }),
    );
    expect(read).not.toThrowError(/secret|regoin|9000|etc/);
  });
});
