import { describe, expect, it } from 'vitest';
import { roomForJobs } from './room-for-jobs.ts';

describe('room for jobs', () => {
  const places = { concurrency: 8, perTurn: 2 };

  it('is what one turn may have while nothing runs', () => {
    expect(roomForJobs([], places)).toEqual({ count: 2, without: [] });
  });

  it('leaves out turns that have all of their places', () => {
    expect(roomForJobs(['a', 'a'], places)).toEqual({ count: 2, without: ['a'] });
    expect(roomForJobs(['a', 'b', 'a', 'b'], places)).toEqual({ count: 2, without: ['a', 'b'] });
  });

  it('gives no turn more than it may have, should all that is taken be its own', () => {
    expect(roomForJobs(['a'], places)).toEqual({ count: 1, without: [] });
    expect(roomForJobs(['a', 'a', 'b'], places)).toEqual({ count: 1, without: ['a'] });
  });

  it('ends with the places', () => {
    expect(roomForJobs(['a', 'a', 'b', 'b', 'c', 'c', 'd'], places)).toEqual({
      count: 1,
      without: ['a', 'b', 'c'],
    });
    expect(roomForJobs(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'], places).count).toBe(0);
  });

  it('counts what is nobody’s for its place alone', () => {
    expect(roomForJobs([undefined, undefined, undefined], { concurrency: 4, perTurn: 4 })).toEqual({
      count: 1,
      without: [],
    });
  });
});
