import { expect, it } from 'vitest';
import { heardOfEach } from './heard-of-each.ts';

it('cuts what was heard in a session into what was heard of each recording', () => {
  const said = ['The frosty air passed through the coat.', 'One two three.', 'How old is the bridge?'];
  const text = 'The frosted air passed the old coat. 1, 2, 3. How is the bridge?';
  expect(heardOfEach(said, text)).toEqual([
    'The frosted air passed the old coat.',
    '1, 2, 3.',
    'How is the bridge?',
  ]);
});

it('leaves a recording empty of which nothing was heard', () => {
  const said = ['Good morning to you.', 'Nobody hears this.', 'Good night to you.'];
  expect(heardOfEach(said, 'Good morning to you. Good night to you.')).toEqual([
    'Good morning to you.',
    '',
    'Good night to you.',
  ]);
});
