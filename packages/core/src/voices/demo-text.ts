import type { Voice } from '../engine/voice.ts';
import { primaryLanguage } from '../text/language-codes.ts';

/** One plain sentence for each language, about how the voice sounds. */
const DEMO_TEXTS: Readonly<Record<string, string>> = {
  af: 'Goeie dag, dit is hoe my stem klink.',
  ar: 'مرحبا، هكذا يبدو صوتي.',
  bg: 'Здравейте, така звучи моят глас.',
  bn: 'নমস্কার, আমার কণ্ঠ এমন শোনায়।',
  ca: 'Hola, així sona la meva veu.',
  cs: 'Dobrý den, takto zní můj hlas.',
  da: 'Goddag, sådan lyder min stemme.',
  de: 'Guten Tag, so klingt meine Stimme.',
  el: 'Γεια σας, έτσι ακούγεται η φωνή μου.',
  en: 'Hello, this is how my voice sounds.',
  es: 'Hola, así suena mi voz.',
  fi: 'Hei, tältä minun ääneni kuulostaa.',
  fil: 'Kumusta, ganito ang tunog ng boses ko.',
  fr: 'Bonjour, voici le son de ma voix.',
  gu: 'નમસ્તે, મારો અવાજ આવો સંભળાય છે.',
  hi: 'नमस्ते, मेरी आवाज़ ऐसी सुनाई देती है।',
  hu: 'Jó napot, így szól a hangom.',
  id: 'Halo, beginilah suara saya.',
  is: 'Halló, svona hljómar röddin mín.',
  it: 'Buongiorno, questo è il suono della mia voce.',
  ja: 'こんにちは、これが私の声です。',
  kn: 'ನಮಸ್ಕಾರ, ನನ್ನ ಧ್ವನಿ ಹೀಗೆ ಕೇಳಿಸುತ್ತದೆ.',
  ko: '안녕하세요, 제 목소리는 이렇습니다.',
  lv: 'Labdien, šādi skan mana balss.',
  ml: 'നമസ്കാരം, എന്റെ ശബ്ദം ഇങ്ങനെയാണ്.',
  ms: 'Helo, beginilah bunyi suara saya.',
  no: 'Hei, slik høres stemmen min ut.',
  nl: 'Goedendag, zo klinkt mijn stem.',
  pa: 'ਸਤ ਸ੍ਰੀ ਅਕਾਲ, ਮੇਰੀ ਆਵਾਜ਼ ਇਸ ਤਰ੍ਹਾਂ ਹੈ।',
  pl: 'Dzień dobry, tak brzmi mój głos.',
  pt: 'Olá, é assim que soa a minha voz.',
  ro: 'Bună ziua, așa sună vocea mea.',
  ru: 'Здравствуйте, так звучит мой голос.',
  sk: 'Dobrý deň, takto znie môj hlas.',
  sr: 'Добар дан, овако звучи мој глас.',
  sv: 'Hej, så här låter min röst.',
  ta: 'வணக்கம், என் குரல் இப்படித்தான் ஒலிக்கும்.',
  te: 'నమస్కారం, నా గొంతు ఇలా వినిపిస్తుంది.',
  th: 'สวัสดี นี่คือเสียงของฉัน',
  tr: 'Merhaba, sesim böyle duyuluyor.',
  uk: 'Добрий день, так звучить мій голос.',
  vi: 'Xin chào, giọng của tôi nghe như thế này.',
  yue: '你好，呢個就係我把聲。',
  zh: '你好，这就是我的声音。',
};

/** The sentence of a voice's sample audio, in its language. */
export function demoTextOf({ languageCode }: Voice): string {
  return DEMO_TEXTS[primaryLanguage(languageCode)] ?? (DEMO_TEXTS.en as string);
}
