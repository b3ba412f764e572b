import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { chmod, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ended, parlance, startParlance, workingFolder } from './parlance.ts';

const LONG_TEXT = 'The quick brown fox jumps over the lazy dog, and nobody in the village minds it. '.repeat(
  400,
);

/** Length of the data in the header of a complete file; a streamed WAV cannot know it. */
function dataBytesOf(wav: Buffer): number {
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  return wav.readUInt32LE(wav.indexOf('data') + 4);
}

describe('parlance say', () => {
  it('writes a WAV file with its actual length and reports it', async () => {
    const folder = await workingFolder();
    const { status, stdout, stderr } = await parlance(folder, ['say', 'Hello.', '-o', 'a.wav']);
    const wav = await readFile(join(folder, 'a.wav'));
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `a.wav: ${wav.length} bytes, voice slt\n`,
      stderr: '',
    });
    expect(dataBytesOf(wav)).toBe(wav.length - wav.indexOf('data') - 8);
    expect(wav.length).toBeGreaterThan(10_000);
  });

  it("takes the format from the file's extension, unless --format is given", async () => {
    const folder = await workingFolder();
    const mp3 = await parlance(folder, ['say', 'Hello.', '-o', 'a.MP3', '--json']);
    const bytes = await readFile(join(folder, 'a.MP3'));
    expect(JSON.parse(mp3.stdout)).toEqual({
      file: 'a.MP3',
      bytes: bytes.length,
      voiceCode: 'slt',
      characters: 6,
    });
    expect(bytes.readUInt16BE(0) & 0xffe0).toBe(0xffe0);
    await parlance(folder, ['say', 'Hello.', '-o', 'b.mp3', '--format', 'wav']);
    expect(dataBytesOf(await readFile(join(folder, 'b.mp3')))).toBeGreaterThan(10_000);
  });

  it('accepts SSML, and warns about what it reads differently', async () => {
    const folder = await workingFolder();
    const document = '<speak>Hello.<break time="2s"/><odd>Hello.</odd></speak>';
    const { status, stdout, stderr } = await parlance(folder, [
      'say',
      document,
      '--ssml',
      '-o',
      'a.wav',
      '--json',
    ]);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { characters: 12 }]);
    expect(stderr).toMatch(/^line 1, column \d+: odd is not known; its text is spoken\n$/);
    await parlance(folder, ['say', 'Hello.', '-o', 'b.wav']);
    const [both, one] = [await readFile(join(folder, 'a.wav')), await readFile(join(folder, 'b.wav'))];
    const bytesOfPause = 2 * 2 * 16_000;
    expect(dataBytesOf(both) - bytesOfPause).toBeGreaterThan(1.5 * dataBytesOf(one));
    const bad = await parlance(folder, ['say', 'Hello & all', '--ssml', '-o', 'c.wav']);
    expect([bad.status, bad.stderr]).toEqual([2, expect.stringContaining('is not SSML that can be read')]);
  });

  it('refuses word timings without an aligner, and files with another extension', async () => {
    const folder = await workingFolder();
    const none = await parlance(folder, ['say', 'Hello.', '-o', 'a.wav', '--words', 'a.json']);
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('@parlance/plugin-espeak-ng')]);
    const text = await parlance(folder, ['say', 'Hello.', '-o', 'a.wav', '--words', 'a.txt']);
    expect([text.status, text.stderr]).toEqual([2, expect.stringContaining('must end in .json or .vtt')]);
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it('speaks the text from stdin to a pipe, with the given voice, speed and rate', async () => {
    const args = ['say', '-', '--voice', 'rms', '--rate', '8000', '--format', 'pcm'];
    const folder = await workingFolder();
    const plain = await parlance(folder, args, { stdin: 'Hello from a pipe.' });
    const slow = await parlance(folder, [...args, '--speed', '0.5'], { stdin: 'Hello from a pipe.' });
    expect([plain.status, plain.stderr, slow.status]).toEqual([0, '', 0]);
    expect(plain.audio.length).toBeGreaterThan(8000);
    expect(slow.audio.length / plain.audio.length).toBeCloseTo(2, 0);
  });

  it('writes audio that `transcribe -` reads, which leaves nothing behind', async () => {
    const folder = await workingFolder();
    const env = { TMPDIR: folder };
    const { audio } = await parlance(folder, ['say', 'Hello.']);
    // Flite does not recognize.
    const read = await parlance(folder, ['transcribe', '-'], { stdin: audio, env });
    expect(read).toMatchObject({ status: 1, stderr: expect.stringMatching(/recogni/) });
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it('does not fail if the reader of the pipe closes it early', async () => {
    const child = startParlance(await workingFolder(), ['say', LONG_TEXT]);
    child.stdout.once('data', () => child.stdout.destroy());
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
  });

  it('replaces an existing file atomically, and keeps its permissions', async () => {
    const folder = await workingFolder();
    await writeFile(join(folder, 'a.wav'), 'old');
    await chmod(join(folder, 'a.wav'), 0o640);
    await symlink('a.wav', join(folder, 'link.wav'));
    expect((await parlance(folder, ['say', 'Hello.', '-o', 'link.wav'])).status).toBe(0);
    expect(dataBytesOf(await readFile(join(folder, 'a.wav')))).toBeGreaterThan(10_000);
    expect((await stat(join(folder, 'a.wav'))).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).sort()).toEqual(['a.wav', 'link.wav', 'parlance.config.json']);
  });

  it('writes directly to a pipe or device, and never replaces it', async () => {
    const folder = await workingFolder();
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const reading = readFile(join(folder, 'pipe'));
    expect((await parlance(folder, ['say', 'Hi.', '-o', 'pipe'])).status).toBe(0);
    expect(dataBytesOf(await reading)).toBeGreaterThan(5000);
    expect((await stat(join(folder, 'pipe'))).isFIFO()).toBe(true);
    expect((await parlance(folder, ['say', 'Hi.', '-o', '/dev/null'])).status).toBe(0);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it.each([
    [['say', 'Hi.', '-o', 'no/such/a.wav'], "no/such/a.wav can't be written: there is no such folder."],
    [['say', 'Hi.', '-o', '.'], '. is a folder; name a file in it.'],
    [['say', '?!', '-o', 'a.wav'], 'nothing'],
    [['say', 'Hi.', '-o', 'a.wav', '--voice', 'nobody'], 'nobody'],
  ])('fails with 1 and one line, and leaves nothing behind: %j', async (args, message) => {
    const folder = await workingFolder();
    const { status, stderr } = await parlance(folder, args);
    expect({ status, lines: stderr.split('\n').length }).toEqual({ status: 1, lines: 2 });
    expect(stderr.toLowerCase()).toContain(message.toLowerCase());
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('keeps the old file if %s interrupts it, and exits with %i', async (signal, status) => {
    const folder = await workingFolder();
    await writeFile(join(folder, 'a.wav'), 'old');
    const started = untilPartialIn(folder);
    const child = startParlance(folder, ['say', LONG_TEXT, '-o', 'a.wav']);
    await started;
    child.kill(signal);
    expect(await ended(child)).toMatchObject({ status, stdout: '', stderr: '' });
    expect(await readFile(join(folder, 'a.wav'), 'utf8')).toBe('old');
    expect((await readdir(folder)).sort()).toEqual(['a.wav', 'parlance.config.json']);
  });

  it('exits with 130 if interrupted while it waits for stdin', async () => {
    const child = startParlance(await workingFolder(), ['say', '-', '-o', 'a.wav']);
    // More than a pipe buffers, so writing all of it shows that the command reads.
    child.stdin.write(LONG_TEXT.repeat(30));
    await once(child.stdin, 'drain');
    child.kill('SIGINT');
    expect(await ended(child)).toMatchObject({ status: 130, stderr: '' });
  });

  it('exits when its launcher is killed with -9', async () => {
    const folder = await workingFolder();
    const started = untilPartialIn(folder);
    const child = startParlance(folder, ['say', '-', '-o', 'a.wav']);
    child.stdin.end(LONG_TEXT);
    await started;
    child.kill('SIGKILL');
    // The command itself holds the other end of stdout, so its exit shows only there.
    child.stdout.resume();
    child.stderr.resume();
    await once(child, 'close');
    expect(await readdir(folder)).not.toContain('a.wav');
  });
});

/** Resolves when the partial file appears in the folder. */
function untilPartialIn(folder: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, (_event, name) => name?.endsWith('.partial') && resolve());
  onTestFinished(() => watcher.close());
  return promise;
}
