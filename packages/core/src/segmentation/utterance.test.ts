import { describe, expect, it } from 'vitest';
import { joinTranscript, keptUtterance, plainUtterance } from './utterance.ts';

describe('an utterance as it is kept', () => {
  const plain = { text: 'Hi.', startTime: 1, endTime: 2 };
  const words = [{ text: 'Hi.', startTime: 1, endTime: 2 }];
  const recognized = { ...plain, language: 'en', meanLogProbability: -0.1 };

  it('has its words only where they were requested and the engine gave them', () => {
    expect(keptUtterance({ ...recognized, words }, true)).toEqual({ ...plain, words });
    expect(keptUtterance({ ...recognized, words }, false)).toEqual(plain);
    expect(Object.keys(keptUtterance(recognized, true))).toEqual(['text', 'startTime', 'endTime']);
  });

  it('has the channel that it is of, the first one too', () => {
    expect(keptUtterance({ ...recognized, channel: 0 }, false)).toEqual({ ...plain, channel: 0 });
  });

  it('has neither where only the plain members are', () => {
    expect(plainUtterance({ ...plain, ...{ channel: 1, words } })).toEqual(plain);
  });
});

describe('joinTranscript', () => {
  it.each([
    ['nothing', [], ''],
    ['a single text', ['Hello.'], 'Hello.'],
    ['Latin texts with a space', ['Hello.', 'How are you?'], 'Hello. How are you?'],
    ['Korean texts with a space', ['안녕하세요.', '반갑습니다.'], '안녕하세요. 반갑습니다.'],
    ['Hindi texts with a space', ['नमस्ते।', 'आप कैसे हैं'], 'नमस्ते। आप कैसे हैं'],
    ['Chinese texts without one', ['你好。', '今天天气很好。'], '你好。今天天气很好。'],
    [
      'Japanese texts without one',
      ['こんにちは', '元気ですか？', 'ありがとー', 'ね'],
      'こんにちは元気ですか？ありがとーね',
    ],
    ['Thai texts without one', ['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
    ['characters beyond the basic plane without one', ['𠮷', '野'], '𠮷野'],
    ['Chinese and Latin with a space', ['我用', 'Parlance', '说话'], '我用 Parlance 说话'],
    ['texts without outer white space and without empty ones', [' a ', '', '\n', 'b'], 'a b'],
  ])('joins %s', (_name, texts, transcript) => {
    expect(joinTranscript(texts.map((text) => ({ text })))).toBe(transcript);
  });
});
