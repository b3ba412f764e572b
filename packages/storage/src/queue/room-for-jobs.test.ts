import { describe, expect, it } from 'vitest';
import { roomForJobs } from './room-for-jobs.ts';

describe('room for jobs', () => {
  const places = { concurrency: 8, perTurn: 2, reserved: 3 };

  it('is the limit of one turn while nothing runs', () => {
    expect(roomForJobs([], places)).toEqual({ count: 2, without: [] });
  });

  it('excludes turns that have all of their places', () => {
    expect(roomForJobs(['a', 'a'], places)).toEqual({ count: 2, without: ['a'] });
    expect(roomForJobs(['a', 'b', 'a', 'b'], places)).toEqual({ count: 1, without: ['a', 'b'] });
  });

  it('does not exceed the limit of a turn, even if all jobs are its own', () => {
    expect(roomForJobs(['a'], places)).toEqual({ count: 1, without: [] });
    expect(roomForJobs(['a', 'a', 'b'], places)).toEqual({ count: 1, without: ['a'] });
  });

  it('reserves the last places for turns that have none, one each', () => {
    const tight = ['a', 'a', 'b', 'b', 'c'];
    expect(roomForJobs(tight, places)).toEqual({ count: 1, without: ['a', 'b', 'c'] });
    expect(roomForJobs([...tight, 'd', 'e'], places)).toEqual({
      count: 1,
      without: ['a', 'b', 'c', 'd', 'e'],
    });
    expect(roomForJobs([...tight, 'd', 'e', 'f'], places).count).toBe(0);
  });

  it('counts jobs without a turn only for their places', () => {
    const shared = { concurrency: 4, perTurn: 4, reserved: 0 };
    expect(roomForJobs([undefined, undefined, undefined], shared)).toEqual({ count: 1, without: [] });
  });
});
