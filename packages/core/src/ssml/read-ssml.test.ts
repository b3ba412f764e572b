import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Voice } from '../engine/voice.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import { isSameLanguage } from '../text/language-codes.ts';
import { readSsml } from './read-ssml.ts';

const voice = (
  code: string,
  languageCode: Voice['languageCode'],
  gender: Voice['gender'] = 'female',
): Voice => ({
  ...{ code, name: code, gender, languageCode, nativeRateHz: 16_000, creditFactor: '1' },
  ...{ ownership: 'SERVICE', supportsEmphasis: false, engine: 'fake', licence: 'CC0-1.0' },
});
const VOICES: readonly Voice[] = [
  voice('amy', 'en-US'),
  { ...voice('bob', 'en-GB', 'male'), sounds: ['t', 'tʃ', 'ə', 'm', 'ɑː', 'ɪ', 'ɡ'] },
  voice('eva', 'de-DE'),
];
const [AMY] = VOICES as [Voice];

const casting = {
  voice: AMY,
  named(codes: readonly string[]) {
    const found = VOICES.find(({ code }) => codes.includes(code));
    if (found === undefined) throw new SpeechError('VOICE_NOT_FOUND', `${codes[0]} does not exist.`);
    return found;
  },
  matching: ({ language, gender }: { language: string; gender?: string | undefined }) =>
    VOICES.find(
      (one) => isSameLanguage(one.languageCode, language) && (gender === undefined || one.gender === gender),
    ),
};

const read = (body: string) => readSsml(`<speak>${body}</speak>`, { casting });
const textsOf = async (body: string) => (await read(body)).passages.map(({ text }) => text);
const faultOf = (source: string) =>
  readSsml(source, { casting }).then(
    () => 'read',
    (error: SpeechError) => `${error.code}: ${error.message}`,
  );

describe('SSML', () => {
  it('without any element is its text, white space being one space', async () => {
    const script = await read('\n  Hello   there,\n  “world” &amp; all. <!-- not said --> ');
    expect(script).toEqual({
      passages: [
        {
          text: 'Hello there, “world” & all.',
          delivery: { voice: AMY, rate: 1, gainDb: 0 },
          boundaryAfter: 'sentence',
          marks: [],
        },
      ],
      leadSeconds: 0,
      closingMarks: [],
      text: 'Hello there, “world” & all.',
      characters: 27,
      warnings: [],
    });
  });

  it.each([
    ['ipa', 'təˈmɑːtə', 'təˈmɑːtə'],
    ['IPA', "/tə'mɑ:.t͡ʃɪg/", 'təˈmɑːtʃɪɡ'],
    ['x-sampa', '[t@"mA:tS@]', 'təˈmɑːtʃə'],
  ])('has the pronunciation of words, in %s', async (alphabet, ph, ipa) => {
    const said = `<phoneme alphabet="${alphabet}" ph="${ph.replaceAll('"', '&quot;')}">tomato</phoneme>`;
    const { passages, warnings } = await read(`<voice name="bob"> tomato, ${said}, tomato</voice>`);
    const [{ text, pronunciations } = { text: '', pronunciations: [] }] = passages;
    expect([text, warnings]).toEqual(['tomato, tomato, tomato', []]);
    expect(pronunciations).toEqual([{ start: 8, end: 14, ipa }]);
  });

  it('speaks a pronunciation without words', async () => {
    const { passages, characters } = await read('<voice name="bob">Um, <phoneme ph="ɪtə"/>.</voice>');
    expect(passages[0]?.pronunciations).toEqual([{ start: 4, end: 7, ipa: 'ɪtə' }]);
    expect(characters).toBe('Um, ɪtə.'.length);
  });

  it.each([
    ['ph="tʙ"', 'voice bob has no sound "ʙ"'],
    ['ph=""', 'ph is empty'],
    ['', 'ph is empty'],
    ['alphabet="x-cmu" ph="T AH"', 'alphabet must be ipa or x-sampa; got "x-cmu"'],
  ])('speaks the text of a phoneme that the voice cannot say: %s', async (attributes, warning) => {
    const { passages, warnings } = await read(
      `<voice name="bob"><phoneme ${attributes}>tomato</phoneme></voice>`,
    );
    expect(passages[0]?.pronunciations).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining(`: ${warning}; the text inside phoneme is spoken`)]);
  });

  it('divides a text where its delivery changes, and leaves punctuation with the word before it', async () => {
    expect(await textsOf('I <emphasis>really</emphasis>, (<emphasis>truly</emphasis>) mean it.')).toEqual(
      ['I', 'really,', '(', 'truly)', 'mean it.'].filter((text) => text !== '('),
    );
    expect(await textsOf('<p>One.</p><p>Two. Three.</p>')).toEqual(['One.', 'Two. Three.']);
  });

  it('records what ends with a passage', async () => {
    const { passages } = await read('<p><s>One</s><s>two</s></p>Three <emphasis>four.</emphasis> Five');
    expect(passages.map(({ text, boundaryAfter }) => `${text} ${boundaryAfter}`)).toEqual([
      'One sentence',
      'two paragraph',
      'Three clause',
      'four. sentence',
      'Five sentence',
    ]);
  });

  it('nests prosody', async () => {
    const { passages } = await read(
      '<prosody rate="80%" volume="-6dB">a<prosody rate="+50%" volume="soft">b</prosody></prosody><prosody volume="silent">c</prosody>',
    );
    expect(passages.map(({ delivery: { rate, gainDb } }) => [rate, gainDb])).toEqual([
      [0.8, -6],
      [expect.closeTo(1.2), -12],
      [1, Number.NEGATIVE_INFINITY],
    ]);
  });

  it('adds adjacent breaks up to ten seconds, even before the first word', async () => {
    const script = await read(
      '<break time="300ms"/> <break/>One<break time="1s"/><break time=".5s"/>two<break time="8s"/><break time="8s"/> . <break strength="none"/>three',
    );
    expect(script.leadSeconds).toBeCloseTo(0.55);
    expect(script.passages.map(({ pauseAfterSeconds }) => pauseAfterSeconds)).toEqual([1.5, 10, undefined]);
    expect(script.warnings).toEqual([
      expect.stringMatching(/^line 1, column \d+: a silence has at most 10 seconds/),
    ]);
  });

  it('speaks an alias instead of its text, and counts it', async () => {
    const script = await read('The <sub alias="Doctor">Dr.</sub> said <sub>so</sub>.');
    expect(script.passages.map(({ text }) => text)).toEqual(['The Doctor said so.']);
    expect(script.characters).toBe('The Doctor said so.'.length);
    expect(script.warnings).toHaveLength(1);
  });

  it.each([
    ['characters', 'AB-12', 'A.B. dash one two'],
    ['spell-out', 'xyz', 'X.Y.Z.'],
    ['digits', '2026', 'two zero two six'],
    ['cardinal', '1,205', 'one thousand two hundred five'],
    ['ordinal', '21', 'twenty-first'],
    ['fraction', '3/4', 'three quarters'],
    ['telephone', '555-1234', 'five five five, one two three four'],
    ['currency', '$42', 'forty-two dollars'],
    ['unit', '5 km', 'five kilometers'],
    ['time', '3:45 pm', 'three forty-five p.m.'],
    ['date" format="dmy', '3/4/2026', 'the third of April twenty twenty-six'],
    ['date" format="mdy', '3/4/2026', 'March fourth, twenty twenty-six'],
    ['date" format="ymd', '2026-04-03', 'April third, twenty twenty-six'],
    ['date', '20260403', 'April third, twenty twenty-six'],
  ])('reads %s: %s', async (interpretAs, written, words) => {
    const script = await read(`<say-as interpret-as="${interpretAs}">${written}</say-as>`);
    expect([script.passages[0]?.text, script.characters, script.warnings]).toEqual([words, words.length, []]);
  });

  it.each([
    ['ordinal', 'x'],
    ['cardinal', 'many'],
    ['digits', 'none'],
    ['date" format="mdy', '77/99/2026'],
  ])('reads as it is written what is not a valid %s', async (interpretAs, written) => {
    expect(await textsOf(`<say-as interpret-as="${interpretAs}">${written}</say-as>`)).toEqual([written]);
  });

  it.each([
    ['cardinal', `1${',000'.repeat(110)}`],
    ['fraction', `${'9'.repeat(310)}/3`],
    ['date" format="ymd', `${'9'.repeat(310)}-1-1`],
    ['unit', `5 km${', 5 km'.repeat(50)}`],
  ])('reads as it is written what is longer than any %s', async (interpretAs, written) => {
    expect(await textsOf(`<say-as interpret-as="${interpretAs}">${written}</say-as>`)).toEqual([written]);
  });

  it('spells a text of any length', async () => {
    const [text] = await textsOf(`<say-as interpret-as="digits">${'1'.repeat(1000)}</say-as>`);
    expect(text?.split(' ')).toEqual(Array.from({ length: 1000 }, () => 'one'));
  });

  it('spells in other languages too', async () => {
    const body = '<voice name="eva"><say-as interpret-as="characters">abc1</say-as></voice>';
    expect(await textsOf(body)).toEqual(['A B C 1']);
  });

  it('casts by name, language and gender', async () => {
    const { passages, warnings } = await read(
      'a<voice name="none bob">b</voice><lang xml:lang="de">c</lang><voice gender="male">d</voice><p xml:lang="de-DE">e</p><lang xml:lang="vi-VN">f</lang>',
    );
    expect(passages.map(({ text, delivery }) => `${text} ${delivery.voice.code}`)).toEqual([
      'a amy',
      'b bob',
      'c eva',
      'd bob',
      'e eva',
      'f amy',
    ]);
    expect(warnings).toEqual([expect.stringContaining('no voice speaks "vi-VN"; amy goes on')]);
    expect(await faultOf('<speak><voice name="nobody">a</voice></speak>')).toMatch(/^VOICE_NOT_FOUND/);
  });

  it('assigns marks to the word after them', async () => {
    const { passages, closingMarks } = await read(
      '<mark name="a"/>One <mark name="b"/><mark name="c"/> two<mark name="d"/>.',
    );
    expect(passages.map(({ text, marks }) => [text, ...marks])).toEqual([
      ['One', 'a'],
      ['two', 'b', 'c'],
    ]);
    expect(closingMarks).toEqual(['d']);
  });

  it('reads the text of unknown elements, and reports them with their place', async () => {
    const { passages, warnings } = await read(
      '<mstts:express-as style="sad">Oh</mstts:express-as> <phoneme ph="x">no</phoneme><audio src="http://a.example/x.wav"><desc>a bell</desc>ding</audio><metadata><x>y</x></metadata>',
    );
    expect(passages.map(({ text }) => text)).toEqual(['Oh noding']);
    expect(warnings).toEqual([
      'line 1, column 37: mstts:express-as is not known; its text is spoken',
      expect.stringContaining('voice amy takes no phonemes'),
      expect.stringContaining('audio is not played'),
      expect.stringContaining('x is not known'),
    ]);
  });

  it('reports a limited number of faults', async () => {
    const { warnings } = await read('<oops/>'.repeat(1000));
    expect(warnings).toHaveLength(LIMITS.ssml.maxWarnings);
  });

  it.each([
    ['<speak>Hello', 'line 1, column 12: unclosed tag: speak'],
    ['Hello', 'there is text outside <speak>'],
    ['<voice>Hello</voice>', 'the document must begin with <speak>; got <voice>'],
    ['<speak>a</speak><speak>b</speak>', 'line 1'],
    ['<speak>a & b</speak>', 'line 1, column 10: write "&" as "&amp;"'],
    ['<speak>\n<p>a</s></speak>', 'line 2, column'],
    ['<speak>&nbsp;</speak>', 'undefined entity'],
    ['<speak a="1" a="2">x</speak>', 'duplicate attribute'],
    ['<!DOCTYPE speak SYSTEM "http://a.example/x.dtd"><speak>a</speak>', 'a document type is not allowed'],
    [
      `<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}">]><speak>&b;</speak>`,
      'a document type is not allowed',
    ],
    [`<speak>${'<p>'.repeat(10_000)}`, 'nested more than 32 deep'],
    ['<speak>\u0000</speak>', 'line 1'],
  ])('refuses %.40s', async (source, fault) => {
    const told = await faultOf(source);
    expect(told).toMatch(/^INVALID_INPUT: text is not SSML that can be read: /);
    expect(told).toContain(fault);
    expect(told).not.toMatch(/\.\.$/);
  });

  it('reads a declaration, a byte order mark, CDATA and processing instructions', async () => {
    const source =
      '\uFEFF<?xml version="1.0"?><?odd thing?><speak version="1.1"><![CDATA[a < b]]> &#x41;</speak>';
    const { passages } = await readSsml(source, { casting });
    expect(passages.map(({ text }) => text)).toEqual(['a < b A']);
  });

  it('reads a document of any size piece by piece, and lets other work run in between', async () => {
    const body = '<s>Grüße an alle 😀.</s>'.repeat(5000);
    let turns = 0;
    const yieldToEventLoop = async () => {
      turns += 1;
    };
    const { passages } = await readSsml(`<speak>${body}</speak>`, { casting, yieldToEventLoop });
    expect(new Set(passages.map(({ text }) => text))).toEqual(new Set(['Grüße an alle 😀.']));
    expect(passages).toHaveLength(5000);
    expect(turns).toBeGreaterThan(5);
  });

  it('treats an attribute of a megabyte as an invalid value', async () => {
    const { warnings } = await read(`<prosody rate="${'9'.repeat(1_000_000)}">a</prosody>`);
    expect(warnings[0]?.length).toBeLessThan(300);
  });

  it('either reads or refuses any input, and loses no word that it reads', async () => {
    const word = fc.constantFrom('one', 'two', 'three.', 'four,', '&amp;', '<', '&', ' ');
    const element = fc.constantFrom('p', 's', 'emphasis', 'prosody', 'sub', 'odd', 'voice', 'mark', 'break');
    const tree = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        word,
        fc
          .tuple(element, fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, inner]) => `<${name}>${inner.join(' ')}</${name}>`),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { maxLength: 6 }), async (nodes) => {
        const source = `<speak>${nodes.join(' ')}</speak>`;
        const script = await readSsml(source, { casting }).catch((error: SpeechError) => error);
        if (script instanceof SpeechError) {
          expect(script.code).toBe('INVALID_INPUT');
          return;
        }
        const words = source.replace(/<\/?[a-z]+>/g, ' ').match(/[a-z]{3,}(?!;)/g) ?? [];
        expect(
          script.passages
            .map(({ text }) => text)
            .join(' ')
            .match(/[a-z]{3,}/g) ?? [],
        ).toEqual(words);
      }),
    );
  });
});
