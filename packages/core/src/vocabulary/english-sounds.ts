/**
 * Sounds are single signs: consonants of the IPA, and coarse classes of vowels. `E` is the vowel of "day", `I` of "my", `W` of "now",
 * `Y` of "boy"; corresponding long and short vowels are one class, since recognizers spell unknown words either way.
 */
type Rule = readonly [pattern: RegExp, sounds: string];

const VOWEL = 'aeiouy';
/** After a vowel: one consonant and a silent e. */
const SILENT_E = '(?=(?:[bcdfgjklmnpstvxz]|th|st|ng)e(?:[sdr]|rs)?$)';

/** Rules by their first letter; the first that matches is used. */
const RULES: Readonly<Record<string, readonly Rule[]>> = ruleTable(`
  a augh=o aigh=E ai=E ay=E aw=o au=o aa=a ae=i a(?=l[kl])=o air=er are$=er ar=ar a${SILENT_E}=E a(?=tion)=E a$=ə a=a
  b b+=b
  c ch(?=[rln])=k ch=ʧ ck=k cc(?=[ei])=ks cz=ʧ cq=k c(?=i[aoe]|ea[nu])=ʃ c(?=[eiy])=s c+=k
  d dge?=ʤ dj=ʤ d+=d
  e eigh=E eau=o ea(?=d$|th|lth)=e ea=i ee=i ei=i ey$=i ey=E ew=u eu=u er=ər e${SILENT_E}=i (?<=[td])ed$=əd ed$=d (?<=[sxz]|ch|sh)es$=əz es$=z (?<=[${VOWEL}].*)e$= e=e
  f f+=f
  g ^gn=n ^gh=g (?<=[${VOWEL}])gh= gg=g gn$=n gu(?=[ei])=g g(?=[eiy])=ʤ g=g
  h (?<=[${VOWEL}])h(?![${VOWEL}])= h=h
  i igh=I ie=i i${SILENT_E}=I ir=ər i(?=nd$|ld$)=I i=i
  j j+=ʤ
  k ^kn=n k+=k
  l l+=l
  m ^mc=mək mb$=m m+=m
  n ^ng=n ng(?![${VOWEL}])=ŋ ng=ŋg nk=ŋk n+=n
  o ough=o oo=u ous$=əs ou=W ow$=o ow=W oi=Y oy=Y oa=o oe=o oh=o o=o
  p ^ps=s ^pn=n ph=f p+=p
  q qu(?=[${VOWEL}])=kw q=k
  r ^rh=r r+h?=r
  s ssion=ʃən sion=ʒən ^sch(?=[wlmn])=ʃ sch=sk shch=ʃʧ sh=ʃ sc(?=[eiy])=s sz=ʃ (?<=[${VOWEL}])s(?=[${VOWEL}])=z s+=s
  t tion=ʃən tia=ʃə tch=ʧ tsch=ʧ th=θ tu(?=r)=ʧu tz=ts ^ts=s t+=t
  u ur=ər u${SILENT_E}=u ui=u ue$=u u(?=[bcdfgklmnpstvxz](?:[^${VOWEL}]|$))=a u=u
  v v+=v
  w ^wr=r wh=w w(?![${VOWEL}])= w=w
  x ^x(?=i)=ʃ ^x=z x=ks
  y ^y=j y(?=[aeou])=j (?<=^[^${VOWEL}]+)y$=I y=i
  z z+=z
`);

function ruleTable(text: string): Readonly<Record<string, readonly Rule[]>> {
  const lines = text.trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [letter = '', ...rules] = line.trim().split(' ');
      return [letter, rules.map(ruleOf)];
    }),
  );
}

function ruleOf(rule: string): Rule {
  const at = rule.lastIndexOf('=');
  return [new RegExp(rule.slice(0, at), 'y'), rule.slice(at + 1)];
}

const LETTER_NAMES: Readonly<Record<string, string>> = {
  ...{
    a: 'E',
    b: 'bi',
    c: 'si',
    d: 'di',
    e: 'i',
    f: 'ef',
    g: 'ʤi',
    h: 'Eʧ',
    i: 'I',
    j: 'ʤE',
    k: 'kE',
    l: 'el',
    m: 'em',
  },
  ...{
    n: 'en',
    o: 'o',
    p: 'pi',
    q: 'kju',
    r: 'ar',
    s: 'es',
    t: 'ti',
    u: 'ju',
    v: 'vi',
    w: 'dabəlju',
    x: 'eks',
    y: 'wI',
  },
  ...{
    z: 'zi',
    0: 'ziro',
    1: 'wan',
    2: 'tu',
    3: 'θri',
    4: 'for',
    5: 'fIv',
    6: 'siks',
    7: 'sevən',
    8: 'Et',
    9: 'nIn',
  },
};
/** Letters that are not a plain letter with an accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The letters and digits of a text, in lower case and without accents. */
export function plainLetters(text: string): string {
  const letters = text.toLowerCase().replace(/[øłßæœđðþı]/gu, (letter) => OTHER_LETTERS[letter] ?? letter);
  return letters.normalize('NFD').replace(/[^\p{L}\p{N}]/gu, '');
}

/** How a word with this spelling sounds in English. Letters of other scripts have no sound. */
export function soundsOfWord(word: string): string {
  const letters = plainLetters(word);
  let sounds = '';
  for (let at = 0; at < letters.length; ) {
    const letter = letters[at] ?? '';
    const rule = RULES[letter]?.find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(letters);
    });
    sounds += rule?.[1] ?? LETTER_NAMES[letter] ?? '';
    at = rule === undefined ? at + 1 : rule[0].lastIndex;
  }
  return single(sounds);
}

/** The sounds of a word that is spelled: "SQL" as "ess cue el". */
export function soundsOfLetters(word: string): string {
  return single([...plainLetters(word)].map((letter) => LETTER_NAMES[letter] ?? '').join(''));
}

/** Reduces two equal sounds in a row to one. */
export function single(sounds: string): string {
  return sounds.replace(/(.)\1+/gu, '$1');
}
