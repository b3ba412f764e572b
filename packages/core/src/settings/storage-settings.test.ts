import { describe, expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { serverSettings } from './server-settings.ts';

const parse = (settings: object) => parseInput(serverSettings, settings, 'INVALID_CONFIG');

describe('settings of retention and networks', () => {
  it('accepts lists as the environment writes them', () => {
    const { roles, allowNetworks, trustedProxies } = parse({
      roles: 'api, worker',
      allowNetworks: '10.0.0.0/8,fd00:1::/48,127.0.0.1',
      trustedProxies: '127.0.0.1, ::1',
    });
    expect(roles).toEqual(['api', 'worker']);
    expect(trustedProxies).toEqual(['127.0.0.1', '::1']);
    expect(allowNetworks).toEqual(['10.0.0.0/8', 'fd00:1::/48', '127.0.0.1']);
  });

  it('keeps transcripts and records for a time by default', () => {
    expect(parse({}).retention).toEqual({
      transcriptDays: 30,
      requestDays: 90,
      ledgerDays: null,
    });
    expect(parse({ retention: { transcriptDays: null } }).retention).toEqual({
      transcriptDays: null,
      requestDays: 90,
      ledgerDays: null,
    });
  });

  it.each([
    [{ roles: 'apis' }, 'roles.0 must be one of api, worker'],
    [{ roles: '' }, 'roles must name one or both of api, worker'],
    [{ allowNetworks: 'lan' }, 'allowNetworks.0 must be an address or a network'],
    [{ trustedProxies: 'true' }, 'trustedProxies.0 must be an address or a network'],
    [{ audioUrl: 'https://bucket' }, 'audioUrl must be an address s3://'],
    [{ retention: { transcriptDays: 0 } }, 'retention.transcriptDays must be null or a whole number of days'],
    // Its links and webhooks need the record for as long as the audio is kept.
    [
      { retention: { requestDays: 2 } },
      'retention.requestDays must be null or a whole number of days from 3',
    ],
    [{ retention: { days: 3 } }, 'retention.days is not known'],
  ])('refuses %j', (settings, message) => {
    expect(() => parse(settings)).toThrow(message);
  });

  it('shows no password of a refused address', () => {
    const refused = () => parse({ databaseUrl: 'mysql://me:secret@host/database' });
    expect(refused).toThrow('databaseUrl must be an address postgresql://');
    expect(refused).not.toThrow('secret');
  });
});
