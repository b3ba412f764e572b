import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Notations of this machine's address that reach it without a check; each is tried separately. */
const LOOPBACK_HOSTS = [
  ...['127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '127.000.000.001'],
  ...['0177.0.0.1', '0177.1', '017700000001', '0x7f.1', '0x7f.0.0.1', '0x7f000001', '0X7F.0X0.0X0.0X1'],
  ...['2130706433', '0x7f.0.1', '127.0x1', '0177.0x0.1', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127.0.0.%31'],
  ...['①②⑦.⓪.⓪.①', '１２７.０.０.１', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', '１２７。1', '𝟏𝟐𝟕.0.0.1'],
  ...['0', '0.0.0.0', '0x0', '00', '0.0', '0.0.0.0.', '000.000.000.000', '0.0.0.1'],
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000:0000:0000:0000:0000:0000:0000:0001]',
    '[::0.0.0.1]',
    '[::]',
    '[0::0]',
  ],
  ...[
    '[::ffff:127.0.0.1]',
    '[::FFFF:7F00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::ffff:0:0]',
    '[::ffff:0.0.0.0]',
  ],
  ...['[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:1::1]', '[::ffff:127.1.2.3]', '[::FfFf:127.0.0.2]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'ｌocalhost', 'loc%61lhost', 'local\u00ADhost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ'],
];

const INNER_HOSTS = [
  ...['10.0.0.1', '10.255.255.255', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.254', '192.168.0.1'],
  ...['192.168.1', '3232235777', '100.64.0.1', '100.127.255.254', '100.100.100.200', '169.254.169.254'],
  ...['169.254.0.1', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518', '169.254.170.2'],
  ...['192.0.0.192', '192.0.0.1', '168.63.129.16', '0xa83f8110', '198.18.0.1', '198.19.255.254', '192.0.2.1'],
  ...[
    '198.51.100.7',
    '203.0.113.9',
    '192.88.99.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '[fe80::1]',
    '[fe80::a9fe:a9fe]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[fec0::1]',
    '[ff02::1]',
  ],
  ...[
    '[ff05::2]',
    '[100::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2001:2::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[3fff::1]',
  ],
  ...['[5f00::1]', '[4000::1]', '[8000::1]', '[::a9fe:a9fe]', '[::ffff:169.254.169.254]', '[::ffff:a00:1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[2002:a00:1::]', '[::ffff:0:a9fe:a9fe]', '[::10.0.0.1]'],
];

/** Names of the stub; their answers are defined in the test. */
export const STUB_NAMES = {
  loopback: 'loopback.test',
  loopback6: 'loopback6.test',
  mapped: 'mapped.test',
  compatible: 'compatible.test',
  metadata: 'metadata.test',
  mixedFirst: 'mixed-first.test',
  mixedLast: 'mixed-last.test',
  mixedFamily: 'mixed-family.test',
  alias: 'alias.test',
  rebound: 'rebound.test',
  unknown: 'unknown.test',
  empty: 'empty.test',
} as const;

/** Addresses that are not http, or that parsers may read differently. */
const CROOKED_URLS = (port: number): readonly string[] => [
  ...[
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    `ftp://127.0.0.1:${port}/`,
    `gopher://127.0.0.1:${port}/_GET`,
  ],
  ...[
    `dict://127.0.0.1:${port}/`,
    `ldap://127.0.0.1:${port}/`,
    `ws://127.0.0.1:${port}/`,
    `wss://127.0.0.1:${port}/`,
  ],
  ...[
    `tftp://127.0.0.1:${port}/`,
    `jar:http://127.0.0.1:${port}/!/`,
    'data:audio/wav;base64,UklGRg==',
    'javascript:1',
  ],
  ...[
    `blob:http://127.0.0.1:${port}/x`,
    'unix:/var/run/docker.sock',
    'http://unix:/var/run/docker.sock:/info',
  ],
  ...[
    `view-source:http://127.0.0.1:${port}/`,
    `netdoc://127.0.0.1:${port}/`,
    'about:blank',
    'mailto:a@b.test',
  ],
  ...[
    `http://user@127.0.0.1:${port}/`,
    `http://user:pass@127.0.0.1:${port}/`,
    `http://8.8.8.8@127.0.0.1:${port}/`,
  ],
  ...[
    `http://8.8.8.8:80@127.0.0.1:${port}/`,
    `http://8.8.8.8%40127.0.0.1:${port}/`,
    `http://@127.0.0.1:${port}/`,
  ],
  ...[
    `http:127.0.0.1:${port}/`,
    `http:/127.0.0.1:${port}/`,
    `http:///127.0.0.1:${port}/`,
    `http:////127.0.0.1:${port}/`,
  ],
  ...[`http:\\\\127.0.0.1:${port}\\`, `http:/\\127.0.0.1:${port}/`, `http://127.0.0.1:${port}\\@8.8.8.8/`],
  ...[
    `http://127.0.0.1:${port}#@8.8.8.8/`,
    `http://127.0.0.1:${port}?@8.8.8.8/`,
    `http://127.0.0.1:0${port}/`,
  ],
  ...[
    `  http://127.0.0.1:${port}/  `,
    `ht\ttp://127.0.0.1:${port}/`,
    `http://127.0.\n0.1:${port}/`,
    `HTTP://127.0.0.1:${port}/`,
  ],
  ...[
    `http://[::1%25lo]:${port}/`,
    `http://[::1%lo]:${port}/`,
    `http://[fe80::1%25eth0]:${port}/`,
    'http://',
    'http://:80/',
  ],
  ...[
    `http://127.0.0.1 :${port}/`,
    `http://127.0.0.1\u0000.example.test:${port}/`,
    `http://[127.0.0.1]:${port}/`,
  ],
  ...[
    `//127.0.0.1:${port}/`,
    `127.0.0.1:${port}`,
    `http://256.256.256.256:${port}/`,
    `http://1.1.1.1.1:${port}/`,
    '',
  ],
];

/** All addresses of this machine that are not public. */
function ownHosts(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .map(({ address }) => ipaddr.process(address.replace(/%.*/, '')))
    .filter((address) => address.range() !== 'unicast')
    .map((address) => (address.kind() === 'ipv6' ? `[${address}]` : `${address}`));
}

/** @param port of a listener on every address of this machine, which counts connections */
export function hostileUrls(port: number): readonly string[] {
  const hosts = [...LOOPBACK_HOSTS, ...INNER_HOSTS, ...ownHosts(), ...Object.values(STUB_NAMES)];
  const plain = hosts.map((host) => `http://${host}:${port}/a.wav`);
  const secure = LOOPBACK_HOSTS.map((host) => `https://${host}:${port}/a.wav`);
  return [...new Set([...plain, ...secure, ...CROOKED_URLS(port)])];
}

/** Those of them that do reach this machine without the guard, to prove that the listener counts. */
export function reachingUrls(port: number): readonly string[] {
  return ['127.0.0.1', '2130706433', '0x7f.1', '①②⑦.⓪.⓪.①', '[::ffff:127.0.0.1]', STUB_NAMES.alias].map(
    (host) => `http://${host}:${port}/a.wav`,
  );
}
