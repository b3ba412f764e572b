import { describe, expect, it } from 'vitest';
import { table } from './table.ts';

describe('table', () => {
  it('makes columns as wide as their widest cell, without trailing spaces', () => {
    const rows = [
      ['a', 'long name'],
      ['longer', ''],
    ];
    expect(table(['ID', 'NAME'], rows)).toBe('ID      NAME\na       long name\nlonger');
  });

  it('has only its header if there are no rows', () => {
    expect(table(['ID', 'NAME'], [])).toBe('ID  NAME');
  });

  it('aligns double-width characters and those outside the basic plane', () => {
    const rows = [
      ['日本', '1'],
      ['𝄞𝄞', '2'],
    ];
    expect(table(['A', 'B'], rows)).toBe('A     B\n日本  1\n𝄞𝄞    2');
  });

  it('removes control sequences', () => {
    expect(table(['A'], [['\u001b[31mred\u001b[0m\nnext']])).toBe('A\nred next');
  });
});
