import { describe, expect, it } from 'vitest';
import { hasEveryRole, SETTING_VARIABLES, serverSettings } from './server-settings.ts';
import { speechSettings } from './speech-settings.ts';

describe('settings', () => {
  it('have the documented defaults', () => {
    const speech = {
      ...{ voicePacks: [], personalVoices: {}, isolation: 'process', profile: 'default', latency: 'lowest' },
      ...{ idleUnloadMinutes: 10, keepDefaultsLoaded: true, segmentCacheMib: 64, memoryReserveMib: 0 },
      ...{ ttsConcurrency: 5, sttConcurrency: 5, maxLiveSyntheses: null, maxLiveRecognitions: null },
      ...{ maxLiveWaitSeconds: 30, liveTextMaxChars: 300, sessionMaxSeconds: 90, utteranceSilenceMs: 800 },
      ...{ recordingFormats: 'wav', textNormalization: true, inverseTextNormalization: 'none' },
      ...{ allowNetworks: [], maxWaitingJobs: 10_000 },
      retention: { transcriptDays: 30, requestDays: 90, ledgerDays: null },
    };
    expect(speechSettings.parse({})).toEqual(speech);
    expect(serverSettings.parse({})).toEqual({
      ...speech,
      ...{ host: '127.0.0.1', port: 8080, dataDir: '.parlance', trustedProxies: [], corsOrigins: [] },
      ...{ localPlayground: true, logLevel: 'info', logFormat: 'auto', databaseConnections: 10 },
      ...{ roles: ['api', 'worker'], drainDelaySeconds: 0, drainTimeoutSeconds: 30 },
    });
  });

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['defaultVoice', ['joe'], ['', 7]],
    ['realtimeVoices', [['joe', 'amy']], [[], '', ['joe', 'joe'], [''], 7]],
    ['voicePacks', [['packs']], ['packs', ['']]],
    ['personalVoices', [{ joe: 'app1' }], [{ joe: '' }, { joe: 7 }, 'joe']],
    ['isolation', ['process', 'thread'], ['none']],
    ['latency', ['lowest', 'natural'], ['high']],
    ['idleUnloadMinutes', [0.1, 10_080, null], [0, 10_081, '5']],
    ['keepDefaultsLoaded', [true, false], ['true']],
    ['segmentCacheMib', [0, 65_536], [-1, 65_537, 0.5]],
    ['memoryReserveMib', [0, 65_536], [-1, 65_537, 0.5]],
    ['ttsConcurrency', [1, 10_000], [0, 10_001, 1.5]],
    ['sttConcurrency', [1, 10_000], [0, 10_001, 1.5]],
    ['maxLiveSyntheses', [1, 100_000, null], [0, 100_001, 1.5]],
    ['maxLiveRecognitions', [1, 100_000, null], [0, 100_001, 1.5]],
    ['maxLiveWaitSeconds', [0.1, 3600, null], [0, 3601]],
    ['liveTextMaxChars', [300, 4096], [299, 4097, 300.5]],
    ['sessionMaxSeconds', [90, 14_400], [89, 14_401, 90.5]],
    ['utteranceSilenceMs', [100, 10_000], [99, 10_001, 100.5]],
    ['recordingFormats', ['wav', 'any'], ['mp3']],
    ['textNormalization', [false], ['no']],
    ['inverseTextNormalization', ['none', 'en'], ['de']],
    ['allowNetworks', [['10.0.0.0/8', '::1']], ['lan']],
    [
      'webhookRetrySeconds',
      [[], [0, 259_200]],
      [[-1], [259_201], ['1'], Array.from({ length: 21 }, () => 1), 5],
    ],
    ['maxWaitingJobs', [1, 1_000_000], [0, 1_000_001, 1.5]],
    ['host', ['0.0.0.0'], ['', 7]],
    ['port', [0, 65_535], [-1, 65_536, 1.5, '80']],
    ['tls', [{ certFile: 'a', keyFile: 'b' }], [{ certFile: 'a' }, { certFile: '', keyFile: 'b' }]],
    ['dataDir', ['data'], ['']],
    ['modelsDir', ['models'], ['']],
    [
      'publicUrl',
      ['https://speech.example', 'http://localhost:8080/base'],
      ['speech.example', 'ftp://a.example'],
    ],
    ['corsOrigins', [['*'], ['https://app.example']], [['app.example'], ['https://app.example/path'], 7]],
    ['localPlayground', [true, false], ['yes', 2]],
    ['adminToken', ['a'.repeat(16)], ['a'.repeat(15)]],
    ['logLevel', ['fatal', 'silent'], ['loud']],
    ['logFormat', ['auto', 'json', 'pretty'], ['xml']],
    [
      'databaseUrl',
      ['postgres://a', 'postgresql://user@host/db'],
      ['mysql://a', 'postgres://', ' postgres://a'],
    ],
    ['databaseConnections', [2, 1000], [1, 1001, 2.5]],
    ['audioUrl', ['s3://bucket/prefix'], ['s3://', 'https://bucket', ' s3://a']],
    ['roles', [['api'], ['api', 'worker']], [[], ['reader'], '']],
    ['drainDelaySeconds', [0, 300], [-1, 301, 0.5]],
    ['drainTimeoutSeconds', [0, 14_400], [-1, 14_401, 0.5]],
    ['openaiVoices', [{ alloy: 'joe' }], [{ alloy: '' }, { '': 'joe' }, 'joe']],
    [
      'plugins',
      [['@parlance/plugin'], [{ module: './mine.ts', options: { a: 1 } }]],
      ['a', [''], [{ module: '' }], [{ module: 'a', more: 1 }]],
    ],
  ])('accept as %s each of %j, and refuse each of %j', (name, accepted, refused) => {
    for (const value of accepted)
      expect(serverSettings.parse({ [name]: value })).toMatchObject({ [name]: value });
    for (const value of refused) {
      const { error } = serverSettings.safeParse({ [name]: value });
      expect([value, error?.issues[0]?.path[0]]).toEqual([value, name]);
    }
  });

  it.each([
    [{ realtimeVoices: ' joe, amy ,' }, { realtimeVoices: ['joe', 'amy'] }],
    [{ realtimeVoices: 'all' }, { realtimeVoices: ['all'] }],
    [{ publicUrl: 'https://speech.example/base//' }, { publicUrl: 'https://speech.example/base' }],
    [{ localPlayground: '0' }, { localPlayground: false }],
    [{ localPlayground: 'true' }, { localPlayground: true }],
    [{ corsOrigins: 'https://a.example, app://mine' }, { corsOrigins: ['https://a.example', 'app://mine'] }],
    [{ roles: 'worker' }, { roles: ['worker'] }],
  ])('given as %j are read as %j', (given, settings) => {
    expect(serverSettings.parse(given)).toMatchObject(settings);
  });

  it('with unknown names are refused', () => {
    expect(serverSettings.safeParse({ hots: 'localhost' })).toMatchObject({ success: false });
    expect(speechSettings.safeParse({ host: 'localhost' })).toMatchObject({ success: false });
  });

  it('are named by environment variables, each by one', () => {
    for (const [variable, path] of Object.entries(SETTING_VARIABLES)) {
      const [member = ''] = path.split('.');
      expect([variable, serverSettings.keyof().options]).toEqual([
        variable,
        expect.arrayContaining([member]),
      ]);
    }
    expect(new Set(Object.values(SETTING_VARIABLES)).size).toBe(Object.keys(SETTING_VARIABLES).length);
  });
});

it.each([
  [['api', 'worker'], true],
  [['worker', 'api', 'api'], true],
  [['api', 'api'], false],
  [['worker'], false],
] as const)('a process with the roles %j has every role: %s', (roles, every) => {
  expect(hasEveryRole(roles)).toBe(every);
});
