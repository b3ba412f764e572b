import { splitSounds } from '@parlance/core/engine';
import { beforeAll, expect, it } from 'vitest';
import { ESPEAK_LANGUAGES } from '../src/host/languages.ts';
import { COMMON_SOUNDS, OWN_SOUNDS } from '../src/host/sound-tables.ts';
import { mnemonicsOf, soundsOf } from '../src/host/sounds.ts';
import { createSpeaker, type Speaker } from '../src/worker/speaker.ts';

const VOICES = [...new Set(Object.values(ESPEAK_LANGUAGES).map(({ espeakVoice }) => espeakVoice))];

let speaker: Speaker;

beforeAll(async () => {
  speaker = await createSpeaker(22_050);
});

/** What eSpeak NG says that it says, in IPA. */
function soundsSaid(text: string, espeakVoice: string): readonly string[] {
  const said: string[] = [];
  speaker.speak({ text, espeakVoice, wordsPerMinute: 175, pitchRange: 50 }, (_, events) => {
    for (const { type, id } of events)
      if (type === 'phoneme' && id !== '') said.push(String(id).normalize('NFD'));
    return true;
  });
  return said;
}

it('has a table for every voice', () => {
  expect(Object.keys(OWN_SOUNDS).sort()).toEqual([...VOICES].sort());
});

it.each(VOICES)('renders each sound of the table of %s as exactly that sound', (voice) => {
  const isOwn = (ipa: string): boolean => ` ${OWN_SOUNDS[voice]} ${COMMON_SOUNDS} `.includes(` ${ipa}=`);
  const isGone = (ipa: string): boolean => ` ${OWN_SOUNDS[voice]} `.includes(` -${ipa} `);
  const wrong = [...soundsOf(voice)].flatMap(([ipa, mnemonic]) => {
    if (!isOwn(ipa) || isGone(ipa)) return [];
    const ways = [soundsSaid(`[[p|'${mnemonic}|p]]`, voice), soundsSaid(`[[a|${mnemonic}|'a]]`, voice)];
    const isSaid = ways.some((said) => said.length === 3 && said[1]?.replace(/[ˈˌ]/gu, '') === ipa);
    return isSaid ? [] : [`${ipa}: ${mnemonic} is ${ways.map((said) => said.join(' ')).join(' or ')}`];
  });
  expect(wrong).toEqual([]);
});

it('speaks the words around a pronunciation as it does without it', () => {
  const mnemonics = mnemonicsOf('təˈmɑːtəʊ', 'en');
  expect(soundsSaid(`You say ${mnemonics} now.`, 'en')).toEqual([
    ...soundsSaid('You say', 'en'),
    ...['t', 'ə', 'm', 'ˈɑː', 't', 'əʊ'],
    ...soundsSaid('now.', 'en'),
  ]);
  expect('spoken' in splitSounds('təˈmɑːtəʊ', soundsOf('en').keys())).toBe(true);
});
