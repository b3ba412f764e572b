import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import type { ResolveName } from '@parlance/egress';

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NAME_ERROR = 3;
const CLASS_IN = 1;
const HEADER_BYTES = 12;

/** The answers for each name: addresses, or another name that has them. */
export interface Zone {
  /** @param asked the number of earlier queries for this name and type */
  [name: string]: (asked: number) => { readonly cname?: string; readonly addresses: readonly string[] };
}

export interface DnsStub extends AsyncDisposable {
  /** Queries the stub over UDP, like a resolver. */
  readonly resolveName: ResolveName;
  /** The number of queries for a name, of either type. */
  questions(name: string): number;
}

/** A name server on loopback whose answers have a TTL of 0 seconds and may change each time. */
export async function dnsStub(zone: Zone): Promise<DnsStub> {
  const asked = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (query, peer) => {
    const { name, type, endOffset } = readQuestion(query);
    const before = asked.get(`${name} ${type}`) ?? 0;
    asked.set(`${name} ${type}`, before + 1);
    const answer = zone[name]?.(before);
    const records = answer === undefined ? [] : recordsOf(name, type, answer);
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(0x8580 | (answer === undefined ? NAME_ERROR : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, endOffset), ...records]),
      peer.port,
      peer.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolveName: async (name) => {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    },
    questions: (name) =>
      [TYPES.A, TYPES.AAAA].reduce((sum, type) => sum + (asked.get(`${name} ${type}`) ?? 0), 0),
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; endOffset: number } {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let bytes = query[offset] ?? 0; bytes > 0; bytes = query[offset] ?? 0) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + bytes));
    offset += 1 + bytes;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(offset + 1),
    endOffset: offset + 5,
  };
}

function recordsOf(name: string, type: number, { cname, addresses }: ReturnType<Zone[string]>): Buffer[] {
  const fitting = addresses.filter((address) => isIPv6(address) === (type === TYPES.AAAA));
  const owner = cname ?? name;
  const records = fitting.map((address) => record(owner, type, addressBytes(address)));
  return cname === undefined ? records : [record(name, TYPES.CNAME, nameBytes(cname)), ...records];
}

function record(owner: string, type: number, payload: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(CLASS_IN, 2);
  fixed.writeUInt16BE(payload.length, 8);
  return Buffer.concat([nameBytes(owner), fixed, payload]);
}

function nameBytes(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1'));
  return Buffer.concat([...labels, Buffer.of(0)]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = groups.split('::');
  const numbers = (part: string | undefined): number[] =>
    part ? part.split(':').map((group) => Number.parseInt(group, 16)) : [];
  const [first, last] = [numbers(head), numbers(tail)];
  const middle = Array.from({ length: 8 - first.length - last.length }, () => 0);
  const bytes = Buffer.alloc(16);
  [...first, ...middle, ...last].forEach((group, index) => void bytes.writeUInt16BE(group, index * 2));
  return bytes;
}
