import { expect, it } from 'vitest';
import { mannerOf } from './unit-manner.ts';

it('an engine gets only what was asked for', () => {
  expect(mannerOf({ speed: 1.5, emphasisIntensity: null })).toEqual({ speed: 1.5 });
  expect(mannerOf({ speed: 1, emphasisIntensity: undefined })).toEqual({ speed: 1 });
  expect(mannerOf({ speed: 1, emphasisIntensity: 0 })).toEqual({ speed: 1, emphasisIntensity: 0 });
});
