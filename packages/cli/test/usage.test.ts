import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/program.ts';
import { parlance, workingFolder } from './parlance.ts';
import { parlanceInside } from './parlance-inside.ts';

describe('wrong usage', () => {
  it.each([
    [['nope'], "parlance: unknown command 'nope'; see: parlance --help\n"],
    [['sya', 'hi'], "parlance: unknown command 'sya' (Did you mean say?); see: parlance --help\n"],
    [['apps', 'nope'], "parlance: unknown command 'nope'; see: parlance apps --help\n"],
    [['say', 'hi', '--loud'], "parlance: unknown option '--loud'; see: parlance say --help\n"],
    [['say'], "parlance: missing required argument 'text'; see: parlance say --help\n"],
    [
      ['say', 'hi', 'there'],
      "parlance: too many arguments for 'say'. Expected 1 argument but got 2: hi, there.; see: parlance say --help\n",
    ],
    [
      ['apps', 'create'],
      "parlance: required option '--name <name>' not specified; see: parlance apps create --help\n",
    ],
    [['say', 'hi', '--format', 'ogg'], 'parlance: --format must be one of mp3, wav, pcm; got "ogg".\n'],
    [
      ['say', 'hi', '-o', 'hi.ogg'],
      'parlance: The file extension .ogg is not one of mp3, wav, pcm; choose one of them with --format.\n',
    ],
    [['say', 'hi', '--speed', 'fast'], 'parlance: --speed must be a number; got "fast".\n'],
    [
      ['transcribe', 'a.wav', '--format', 'doc'],
      'parlance: --format must be one of text, json, srt, vtt; got "doc".\n',
    ],
    [
      ['transcribe', 'a.wav', '--format', 'constructor'],
      'parlance: --format must be one of text, json, srt, vtt; got "constructor".\n',
    ],
    [
      ['transcribe', 'a.wav', '--channels', 'left'],
      'parlance: --channels must be one of mixed, separate; got "left".\n',
    ],
    [
      ['listen', '-', '--rate', '12345'],
      'parlance: --rate must be one of 8000, 16000, 22050, 32000, 44100, 48000; got 12345.\n',
    ],
    [
      ['voices', '--language', 'xx'],
      'parlance: --language must be a language code of the catalogue, such as en-US; got "xx".\n',
    ],
    [
      ['apps', 'create', '--name', 'a', '--tts-concurrency', '0'],
      'parlance: ttsConcurrency must be a whole number from 1 to 10000; got 0.\n',
    ],
    [
      ['transcribe', 'a.wav', '--vocabulary', 'no-such-file.csv'],
      'parlance: no-such-file.csv cannot be read (ENOENT).\n',
    ],
    [['apps', 'top-up', 'a'], 'parlance: Give --credits, --seconds or both.\n'],
    [['voices', 'give', 'slt'], 'parlance: Give an App ID or --everyone.\n'],
    [['webhooks', 'list', '--limit', '0'], 'parlance: --limit must be a whole number from 1; got 0.\n'],
    [
      ['webhooks', 'list', '--state', 'lost'],
      'parlance: state must be one of pending, delivered, dead; got "lost".\n',
    ],
  ])('exits with 2 and one line, and opens no data folder: %j', async (args, line) => {
    const folder = await workingFolder();
    const { status, stdout, stderr } = await parlanceInside(folder, args);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: line });
    expect(await readdir(folder)).toEqual(['parlance.config.json']);
  });

  it('is JSON on stderr with --json', async () => {
    const { status, stdout, stderr } = await parlanceInside(await workingFolder(), [
      'voices',
      '--json',
      '--loud',
    ]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(JSON.parse(stderr)).toEqual({
      error: { code: 'INVALID_INPUT', message: "unknown option '--loud'; see: parlance voices --help" },
    });
  });

  it('shows the help on stderr if the command is missing', async () => {
    const { status, stdout, stderr } = await parlance(await workingFolder(), []);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(await helpOf([]));
  });
});

describe('settings', () => {
  it('are checked together, and each invalid one is named by its path', async () => {
    const folder = await workingFolder({
      prot: 1,
      port: 'x',
      defaultVoice: '',
      plugins: ['', 'a'],
      logLevel: 'loud',
    });
    const { status, stderr } = await parlanceInside(folder, ['voices']);
    expect(status).toBe(2);
    expect(stderr.split('\n')).toHaveLength(2);
    for (const fault of [
      'prot is not known. Did you mean port?',
      'The settings file is parlance.config.json.',
      'port must be',
      'defaultVoice must not',
      'plugins.0 must not',
      'logLevel must be',
    ])
      expect(stderr).toContain(fault);
  });

  it.each([
    ['parlance.config.json', '{\n  "port": 1,,\n}', /parlance\.config\.json: .* \(line 2 column 13\)/],
    ['parlance.config.ts', 'export default {\n  port: 1,,\n};\n', /parlance\.config\.ts:2: /],
    ['parlance.config.js', 'export default {\n  port: 1,,\n};\n', /parlance\.config\.js: /],
  ])('with a syntax error in %s are reported by file and line', async (name, content, place) => {
    const folder = await workingFolder();
    await writeFile(join(folder, name), content);
    const { status, stderr } = await parlance(folder, ['voices', '--config', name]);
    expect(status).toBe(2);
    expect(stderr).toMatch(place);
  });

  it.each([
    [['listen', 'not/there.wav'], 'not/there.wav: The audio file cannot be read: ENOENT.'],
    [['models', 'pull', 'silero-vad', '--from', 'no/folder'], 'no/folder: The folder to install from'],
    [['models', 'pull', 'silero-vat'], 'Did you mean silero-vad?'],
    [['models', 'pull', 'kokoro'], 'Did you mean kokoro-v1.0-int8?'],
    [['say', 'Hello.', '--voice', 'stl', '-o', 'a.wav'], 'voiceCode "stl" does not exist.'],
    [['say', 'Hello.', '--voice', 'slt1', '-o', 'a.wav'], 'Did you mean slt?'],
    [['say', 'Hello.', '--voise', 'slt'], 'Did you mean --voice?'],
    [['voises'], 'Did you mean voices?'],
  ])('of the command %j: the error names the file or the most similar name', async (args, message) => {
    const folder = await workingFolder();
    const env = { PARLANCE_MODELS_DIR: join(folder, 'models') };
    expect((await parlanceInside(folder, args, { env })).stderr).toContain(message);
  });

  it('are reported with the variable that set them', async () => {
    const env = { PARLANCE_PORT: '80x', PARLANCE_HOST: '127.0.0.1' };
    const { status, stderr } = await parlanceInside(await workingFolder(), ['voices'], { env });
    expect(status).toBe(2);
    expect(stderr).toBe(
      'parlance: port must be a whole number from 0 to 65535; got "80x". PARLANCE_PORT sets port.\n',
    );
  });

  it('can come from TypeScript, and from the file given with --config', async () => {
    const folder = await workingFolder();
    await writeFile(
      join(folder, 'mine.ts'),
      'export default { plugins: [] as string[], port: 1 satisfies number };\n',
    );
    const { status, stdout } = await parlance(folder, ['voices', '--json', '--config', 'mine.ts']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '[]\n' });
  });

  it.each([
    ['[1]', /must hold one JSON object/],
    ['{', /can't be read/],
  ])('are refused if the file contains %s', async (content, message) => {
    const folder = await workingFolder();
    await writeFile(join(folder, 'bad.json'), content);
    const { status, stderr } = await parlanceInside(folder, ['voices', '--config', 'bad.json']);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('that name a missing plugin are refused with the command that installs it', async () => {
    const { status, stderr } = await parlanceInside(await workingFolder({ plugins: ['no-such-plugin'] }), [
      'voices',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain("no-such-plugin can't be loaded. Install it: npm install no-such-plugin.");
  });
});

describe('requested texts', () => {
  it('are on stdout with exit status 0', async () => {
    const folder = await workingFolder();
    for (const args of [['--help'], ['say', '--help'], ['help', 'say'], ['apps', 'create', '--help']]) {
      const path = args.filter((arg) => !arg.includes('help'));
      const { status, stdout, stderr } = await parlance(folder, args);
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: await helpOf(path), stderr: '' });
    }
    expect((await parlance(folder, ['--version'])).stdout).toBe('0.1.0\n');
  });
});

async function helpOf(path: readonly string[]): Promise<string> {
  let command = createProgram();
  for (const name of path) command = command.commands.find((known) => known.name() === name) ?? command;
  const parts: string[] = [];
  command.configureOutput({ writeOut: (part) => void parts.push(part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return parts.join('');
}
