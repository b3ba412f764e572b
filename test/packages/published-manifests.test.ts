import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it } from 'vitest';
import { readWorkspaces } from '../../.ci/workspaces.ts';

const root = join(import.meta.dirname, '../..');

describe.each(readWorkspaces(root).map((workspace) => [workspace.manifest.name, workspace.directory]))(
  'the manifest of %s',
  (_name, directory) => {
    it('leads every user to files that are there, in the form it says', async () => {
      const { messages, pkg } = await publint({
        pkgDir: join(root, directory),
        level: 'warning',
        strict: true,
      });
      // The source condition names files that are not published: nobody sets it outside this repository.
      const faults = messages.filter(({ path }) => !path.includes('@parlance/source'));
      expect(faults.map((message) => formatMessage(message, pkg))).toEqual([]);
    });
  },
);
