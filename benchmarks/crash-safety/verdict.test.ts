import { describe, expect, it } from 'vitest';
import { type CheckedRequest, type Evidence, type FaultName, findFaults } from './verdict.ts';

const spoken: CheckedRequest = {
  id: 'a',
  key: 'key-a',
  kind: 'synthesis',
  cost: '12.5',
  status: 'COMPLETED',
  isAudioReadable: true,
};
const heard: CheckedRequest = { ...spoken, id: 'b', key: 'key-b', kind: 'transcription', cost: '3' };
const post = { requestId: 'a', deliveryId: 'msg_a_success', bodyWithoutLink: '{}', wasAccepted: true };
const sound: Evidence = {
  requests: [spoken, heard],
  webhooks: [{ ...post, wasAccepted: false }, post, { ...post, requestId: 'b', deliveryId: 'msg_b_success' }],
  granted: { credits: '100', seconds: '60' },
  left: { credits: '87.5', seconds: '57' },
};
const faults = (evidence: Evidence): readonly FaultName[] =>
  Object.entries(findFaults(evidence)).flatMap(([name, count]) => (count === 0 ? [] : [name as FaultName]));
const withSynthesis = (change: Partial<CheckedRequest>): Evidence => ({
  ...sound,
  requests: [{ ...spoken, ...change }, heard],
});

describe('the verdict', () => {
  it('finds nothing where nothing is wrong', () => {
    expect(faults(sound)).toEqual([]);
  });

  it.each<[FaultName, Evidence]>([
    ['lost', withSynthesis({ status: undefined })],
    ['unended', withSynthesis({ status: 'PROCESSING' })],
    ['failed', withSynthesis({ status: 'FAILED' })],
    ['audioUnreadable', withSynthesis({ isAudioReadable: false })],
    [
      'webhooksMissing',
      { ...sound, webhooks: sound.webhooks.map((one) => ({ ...one, wasAccepted: false })) },
    ],
    [
      'webhookIdsChanged',
      { ...sound, webhooks: [...sound.webhooks, { ...post, deliveryId: 'msg_a_other' }] },
    ],
    ['bodiesChanged', { ...sound, webhooks: [...sound.webhooks, { ...post, bodyWithoutLink: '{"a":1}' }] }],
    ['doubled', { ...sound, requests: [...sound.requests, { ...spoken, id: 'c' }] }],
    ['creditDifference', { ...sound, left: { ...sound.left, credits: '75' } }],
    ['secondDifference', { ...sound, left: { ...sound.left, seconds: '58' } }],
  ])('finds %s', (fault, evidence) => {
    expect(faults(evidence)).toContain(fault);
  });
});
