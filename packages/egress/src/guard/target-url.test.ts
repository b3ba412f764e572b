import { describe, expect, it } from 'vitest';
import { readTarget, serverNameOf } from './target-url.ts';

describe('a target', () => {
  it.each([
    ['http://a.test/', { isSecure: false, host: 'a.test', port: 80 }],
    ['https://a.test/b?c', { isSecure: true, host: 'a.test', port: 443 }],
    ['https://a.test:8443/', { isSecure: true, host: 'a.test', port: 8443 }],
    ['http://[2001:db8::1]:81/', { isSecure: false, host: '2001:db8::1', port: 81 }],
    ['http://0x7f.1/', { isSecure: false, host: '127.0.0.1', port: 80 }],
  ])('of %s is known before any DNS query', (text, target) => {
    expect(readTarget(text)).toMatchObject(target);
  });

  it('is relative to the address that redirected to it', () => {
    const base = new URL('https://a.test:8443/b/c');
    expect(readTarget('../d?e', base)?.url.href).toBe('https://a.test:8443/d?e');
    expect(readTarget('//b.test/', base)).toMatchObject({ isSecure: true, host: 'b.test', port: 443 });
  });

  it.each([
    'a.test',
    '/a',
    'http://',
    'ftp://a.test/',
    'file:///etc/passwd',
    'data:,x',
    'http://user@a.test/',
    'http://:secret@a.test/',
    'http://user:secret@a.test/',
  ])('cannot be %s', (text) => {
    expect(readTarget(text)).toBe(null);
  });

  it('has a name for TLS without its final dot, and none if it is an address', () => {
    expect(['a.test', 'a.test.', '127.0.0.1', '::1'].map(serverNameOf)).toEqual([
      'a.test',
      'a.test',
      undefined,
      undefined,
    ]);
  });
});
