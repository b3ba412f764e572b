import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTING_VARIABLES } from '../../packages/core/src/settings/server-settings.ts';

const root = join(import.meta.dirname, '../..');
const UNIT = join(root, 'docs/deploy/parlance.service');
const PASSWORDS = { POSTGRES_PASSWORD: 'a', S3_SECRET_ACCESS_KEY: 'b' };

const isInstalled = (program: string): boolean => {
  const { error } = spawnSync(program, ['--version']);
  if (error !== undefined) console.log(`Skipped, since ${program} is not installed.`);
  return error === undefined;
};

describe.skipIf(!isInstalled('docker-compose'))('the compose files', () => {
  const config = (file: string, env: NodeJS.ProcessEnv) =>
    spawnSync('docker-compose', ['--file', join(root, file), 'config'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
      // Away from a developer's own .env.
      cwd: import.meta.dirname,
    });

  it.each(['compose.yaml', 'compose.cluster.yaml'])('%s is valid', (file) => {
    const { status, stderr } = config(file, PASSWORDS);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('compose.cluster.yaml asks for its passwords', () => {
    const { status, stderr } = config('compose.cluster.yaml', {});
    expect(status).not.toBe(0);
    expect(stderr).toContain('set it in .env');
  });
});

it.each([
  'compose.yaml',
  'compose.cluster.yaml',
  'Dockerfile',
  'docs/deploy/parlance.service',
  'docs/deploy/kubernetes/configuration.yaml',
])('%s sets what the service reads', (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const variables = [...text.matchAll(/\b(PARLANCE_\w+|DATABASE_URL|AUDIO_URL)[:=] ?[^}]/g)].map(
    ([, name = '']) => name,
  );
  expect(variables.length).toBeGreaterThan(0);
  // PARLANCE_LISTEN is the compose files' own.
  expect(variables.filter((name) => !(name in SETTING_VARIABLES) && name !== 'PARLANCE_LISTEN')).toEqual([]);
});

it('needs no native package that arm64 has no build of', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  const forAmd64 = Object.keys(lock.packages).filter((place) => place.includes('linux-x64'));
  expect(forAmd64).toContain('node_modules/sherpa-onnx-linux-x64');
  const missing = forAmd64
    .map((place) => place.replace('linux-x64', 'linux-arm64'))
    .filter((place) => !(place in lock.packages));
  expect(missing).toEqual([]);
});

it.skipIf(!isInstalled('systemd-analyze'))('the systemd unit is valid', () => {
  expect(execFileSync('systemd-analyze', ['verify', UNIT], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
});

describe('the Kubernetes manifests', () => {
  const folder = join(root, 'docs/deploy/kubernetes');
  const schemas = join(root, 'node_modules/.cache/kubernetes-validate');
  const hasSchemas = existsSync(schemas);
  if (!hasSchemas) console.log('Skipped, since kubernetes-validate is not installed: see .ci/run.');
  const validate = (manifest: string) =>
    spawnSync('python3', [join(schemas, 'bin/kubernetes-validate'), '--strict', '-'], {
      input: manifest,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: schemas },
    });

  it.skipIf(!hasSchemas).each(readdirSync(folder))('%s is valid', (name) => {
    const manifest = readFileSync(join(folder, name), 'utf8');
    const { status, stdout, stderr } = validate(manifest);
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: expect.stringContaining('passed') });
    expect(validate(manifest.replace('metadata:', 'metadatas:')).status).not.toBe(0);
  });

  it('give a pod longer to end than it takes', () => {
    const settings = readFileSync(join(folder, 'configuration.yaml'), 'utf8');
    const seconds = [...settings.matchAll(/PARLANCE_DRAIN_\w+_SECONDS: "(\d+)"/g)].map(([, value]) =>
      Number(value),
    );
    expect(seconds).toHaveLength(2);
    for (const name of ['api.yaml', 'worker.yaml']) {
      const [, grace] =
        /terminationGracePeriodSeconds: (\d+)/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      expect(Number(grace)).toBeGreaterThan(seconds.reduce((sum, value) => sum + value, 0));
    }
  });
});

describe.skipIf(!isInstalled('promtool'))('what Prometheus and Grafana are given', () => {
  const folder = join(root, 'docs/deploy/prometheus');
  const promtool = (...parts: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', parts, { cwd: folder, encoding: 'utf8' });
    return { status, said: stdout + stderr };
  };

  it('is a configuration and rules that Prometheus takes', () => {
    const { status, said } = promtool('check', 'config', 'prometheus.yaml');
    expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/SUCCESS: \d+ rules found/) });
  });

  it('alerts of what it says, and of nothing else', () => {
    const { status, said } = promtool('test', 'rules', 'alerts.test.yaml');
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
  });

  /** Of the rules by which prometheus-adapter makes what pods are scaled by. */
  const adapterRules = readFileSync(join(folder, 'prometheus-adapter.yaml'), 'utf8');
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

  it('makes each figure that pods are scaled by, from one that there is', () => {
    const autoscaling = readFileSync(join(root, 'docs/deploy/kubernetes/autoscaling.yaml'), 'utf8');
    const scaledBy = all(autoscaling, /metric: \{ name: (\w+) \}/g);
    expect(scaledBy).toHaveLength(2);
    expect(all(adapterRules, /name: \{ as: (\w+) \}/g)).toEqual(scaledBy);
    const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    const sources = all(adapterRules, /seriesQuery: '(\w+)/g);
    expect(sources).toHaveLength(2);
    for (const source of sources) expect(documented).toContain(`| \`${source}\` | gauge |`);
  });

  it('asks in a language that Prometheus knows, on each panel of the dashboard and for each figure of autoscaling', () => {
    const dashboard = JSON.parse(readFileSync(join(root, 'docs/deploy/grafana/parlance.json'), 'utf8')) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
    };
    const queries = all(adapterRules, /metricsQuery: '(.+)'/g);
    expect(queries).toHaveLength(2);
    const expressions = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...queries,
    ];
    expect(expressions.length).toBeGreaterThan(30);
    // As Grafana and the adapter fill in their variables.
    const rules = expressions.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr
        .replaceAll('$__rate_interval', '1m')
        .replaceAll('$instance', '.+')
        .replaceAll('<<.LabelMatchers>>', 'namespace="a"'),
    }));
    const file = join(mkdtempSync(join(tmpdir(), 'parlance-dashboard-')), 'panels.yaml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { status, said } = promtool('check', 'rules', file);
    expect({ status, said }).toEqual({
      status: 0,
      said: expect.stringContaining(`${expressions.length} rules found`),
    });
  });
});
