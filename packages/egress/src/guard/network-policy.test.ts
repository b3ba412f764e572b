import { describe, expect, it } from 'vitest';
import { networkPolicy } from './network-policy.ts';

const PUBLIC_ONLY = networkPolicy([], [443]);

describe('a network policy', () => {
  it.each(['8.8.8.8', '1.0.0.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450::1', '::ffff:8.8.8.8'])(
    'allows %s on the public internet, only on the usual ports',
    (address) => {
      expect(PUBLIC_ONLY.mayReach(address, 443)).toBe(true);
      expect(PUBLIC_ONLY.mayReach(address, 22)).toBe(false);
    },
  );

  it.each([
    // this host and its network
    ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '::', '::1'],
    // private, shared, link-local, benchmarks, documentation, multicast, reserved
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '100.100.100.200'],
    ...['169.254.169.254', '169.254.170.2', '192.0.0.192', '198.18.0.1', '198.19.255.255', '192.0.2.1'],
    ...['198.51.100.1', '203.0.113.1', '192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
    ...['255.255.255.255', '168.63.129.16', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
    ...['fc00::1', 'fd00:ec2::254', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1'],
    ...['2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '3fff::1', '5f00::1', '4000::1', '8000::1'],
    // an IPv4 address inside an IPv6 one
    ...[
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '::127.0.0.1',
      '::8.8.8.8',
      '::a9fe:a9fe',
      '::ffff:0:127.0.0.1',
    ],
    ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::', '2002:a9fe:a9fe::'],
    // no addresses
    ...['', 'localhost', 'fe80::1%eth0', '::1%lo', '[::1]', '8.8.8.8/32', '8.8.8.8\0'],
  ])('refuses %s on every port', (address) => {
    expect(PUBLIC_ONLY.mayReach(address, 443)).toBe(false);
  });

  it("allows the operator's networks, on any port, in any notation", () => {
    const policy = networkPolicy(
      ['10.1.0.0/16', '192.168.7.9', 'fd00:1::/48', '::ffff:172.16.0.0/108'],
      [443],
    );
    for (const address of ['10.1.255.1', '192.168.7.9', 'fd00:1::5', '::ffff:10.1.0.1', '172.16.3.4']) {
      expect(policy.mayReach(address, 1), address).toBe(true);
    }
    for (const address of ['10.2.0.1', '192.168.7.8', 'fd00:2::5', '172.32.0.1', '::10.1.0.1']) {
      expect(policy.mayReach(address, 22), address).toBe(false);
    }
  });

  it('allows a single address, and not its neighbours, if an address is allowed and not a network', () => {
    const policy = networkPolicy(['10.0.0.5', 'fd00::5'], [443]);
    expect(['10.0.0.5', 'fd00::5'].map((address) => policy.mayReach(address, 1))).toEqual([true, true]);
    expect(['10.0.0.4', 'fd00::4'].map((address) => policy.mayReach(address, 1))).toEqual([false, false]);
  });

  it('treats an IPv4-mapped IPv6 network as the IPv4 network, and a wider one as none', () => {
    expect(networkPolicy(['::ffff:0:0/96'], []).mayReach('10.0.0.1', 1)).toBe(true);
    expect(networkPolicy(['::ffff:0:0/95'], []).mayReach('10.0.0.1', 1)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '10',
    '10.0.0.0/33',
    '10.1/16',
    '0x0a.0.0.0/8',
    'fd00::/129',
    '10.0.0.0/8 ',
    '/8',
    'fd00::/',
  ])('refuses the network %j', (text) => {
    expect(() => networkPolicy([text], [])).toThrow(/allowNetworks has/);
  });
});
