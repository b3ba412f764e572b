/**
 * Abbreviations by language, without their last stop and in lower case.
 *
 * - `joined`: something always follows, so the stop never ends a sentence inside a paragraph (titles, "e.g.").
 * - `beforeNumber`: an abbreviation if a number follows ("No. 5", "Jan. 5"), otherwise an ordinary word.
 * - `afterNumber`: `mayEnd` after a number ("в 1999 г. Потом"), otherwise `joined` ("в г. Москва").
 * - `beforeNoun`: a noun usually follows, in a language that writes nouns with a capital ("60 Mio. Menschen"); the sentence
 *   ends only before a word that often begins one ("60 Mio. Das").
 * - `mayEnd`: the stop also ends the sentence if a capital follows ("etc.", "Inc.").
 */
interface AbbreviationRow {
  readonly joined?: string;
  readonly beforeNumber?: string;
  readonly afterNumber?: string;
  readonly beforeNoun?: string;
  readonly mayEnd?: string;
  /** Last parts of compound words that are `joined`: "Hauptstr. 5". */
  readonly joinedEnds?: string;
}

const SHARED: AbbreviationRow = {
  joined: 'dr prof mr mrs ms mx st vs e.g i.e eng ing',
  beforeNumber: 'no nr p pp vol fig art ch sec tel cap',
  mayEnd: 'etc a.m p.m inc ltd co corp jr',
};

const ROWS: Readonly<Record<string, AbbreviationRow>> = {
  en: {
    joined:
      'messrs mmes rev hon gen col maj capt cmdr lt sgt cpl gov sen rep pres supt mt ft viz cf approx dept est al ' +
      'univ assn bros ave blvd rd hwy adm fr attn',
    beforeNumber:
      'nos jan feb mar apr jun jul aug sep sept oct nov dec eq ver v ed pt para approx ca c op cit min max',
    mayEnd: 'sr esq ph.d m.d b.a m.a b.sc m.sc b.c a.d u.s.a llc plc hrs lbs oz',
  },
  es: {
    joined:
      'sr sra srta sres sras dra drs d dña ud uds vd vds lic arq gral cnel cap tte sgto mons fco ma av avda ' +
      's ss c/ p.ej p.e ee cc ff rr excmo ilmo hno hna pbro atte dpto edif',
    beforeNumber: 'núm num nº n pág págs pag aprox apdo tlf tel cap ed',
    mayEnd: 'a.c d.c cía s.a s.l vda hnos ee.uu uu oo aa hh',
  },
  fr: {
    joined: 'm mm mme mmes mlle mlles mgr dr pr vve cf c.-à-d p.ex env av bd boul st gén lt bât',
    beforeNumber: 'n no nos p pp vol chap fig art tél éd t appt janv févr avr juil sept oct nov déc',
    mayEnd: 'etc s.a cie apr ap j.-c',
  },
  de: {
    joined:
      'hr fr frl dr prof dipl ing mag univ z.b z.t d.h u.a u.ä o.ä i.d.r i.a i.v s.o s.u v.a v.chr n.chr bzw ca ' +
      'evtl ggf inkl exkl bspw vgl sog ausschl einschl zzgl zz gem geb gest allg insb mind ung usf st hl ' +
      'kath ev tel str m.e b.a m.a z.zt z.hd fam fa lt gez med jur phil rer nat rer.nat vet habil h.c',
    beforeNumber:
      'nr nrn s bd bde abs art aufl kap abb anm anh jh jhd lfd jan feb febr mär apr jun jul aug sept okt nov dez max min whg gl §',
    beforeNoun: 'mio mrd tsd co',
    mayEnd: 'usw etc jh std min sek ff mwst',
    joinedEnds: 'str nr',
  },
  it: {
    joined:
      'sig sigg sigra sig.ra sig.na dott dott.ssa avv ing arch geom rag on prof.ssa egr gent spett v.le p.za es p.es cfr s.p.a s.r.l',
    beforeNumber: 'n nn pag pagg art cap fig tel sec ca circa vol int',
    mayEnd: 'ecc a.c d.c',
  },
  pt: {
    joined:
      'sr sra srta srs sras d dra exmo exma ilmo eng engª arq adv av trav prof profa p.ex gen cel cap ten sgt pe séc',
    beforeNumber: 'n nº núm num pág págs pag art cap fig tel vol aprox',
    mayEnd: 'etc a.c d.c cia ltda s.a',
  },
  ca: {
    joined: 's sr sra srta srs dra d p.ex av avda c/ excm il·lm mn gral',
    beforeNumber: 'núm pàg pàgs pag art cap fig tel vol aprox',
    mayEnd: 'etc a.c d.c cia s.a s.l',
  },
  ro: {
    joined: 'dl dna d-na d-l dlui dv dvs ing av gen col cpt mr lt str bd șos ex sf conf lect asist',
    beforeNumber: 'nr pag p art alin cap fig tel sec vol ian feb mar apr iun iul aug sept oct nov dec',
    mayEnd: 'etc ș.a ș.a.m.d î.hr d.hr',
  },
  nl: {
    joined:
      'dhr mevr mw drs ir mr ing ds prof bijv bv b.v d.w.z m.a.w o.a t.a.v i.v.m i.p.v a.u.b t/m ca evt incl excl resp v.d st jhr',
    beforeNumber: 'nr nrs blz p art fig tel vol hfst jan feb mrt apr jun jul aug sept okt nov dec',
    mayEnd: 'enz etc e.d n.v v.chr n.chr',
    joinedEnds: 'str',
  },
  af: {
    joined: 'mnr mev mej dr prof ds adv bv d.w.s o.a i.p.v m.a.w asb ca ens.m',
    beforeNumber: 'nr bl art fig tel vol hfst jan feb mrt apr jun jul aug sept okt nov des',
    mayEnd: 'ens etc e.d v.c n.c',
  },
  sv: {
    joined: 't.ex bl.a d.v.s s.k f.d p.g.a fr.o.m t.o.m m.a.o dvs tex ca resp inkl exkl st hr fr frk jfr',
    beforeNumber: 'nr s sid kap art fig tel kl jan feb apr jun jul aug sept okt nov dec',
    mayEnd: 'osv m.m m.fl etc f.kr e.kr',
  },
  da: {
    joined: 'f.eks fx bl.a d.v.s dvs ca hr fr frk jf inkl ekskl pga p.g.a s.k mht st vedr evt',
    beforeNumber: 'nr s kap art fig tlf kl jan feb mar apr jun jul aug sept okt nov dec',
    mayEnd: 'osv m.m m.fl mv m.v etc f.kr e.kr',
  },
  no: {
    joined: 'f.eks bl.a dvs d.v.s ca hr fr frk jf inkl ekskl pga p.g.a s.k mht st evt ev',
    beforeNumber: 'nr s kap art fig tlf kl jan feb mar apr jun jul aug sept okt nov des',
    mayEnd: 'osv m.m m.fl mv m.v etc f.kr e.kr',
  },
  is: {
    joined: 't.d þ.e hr fr sr sbr u.þ.b m.a a.m.k þ.e.a.s',
    beforeNumber: 'nr bls kl gr kafli sími jan feb mar apr jún júl ágú sept okt nóv des',
    mayEnd: 'o.s.frv o.fl o.þ.h f.kr e.kr',
  },
  fi: {
    joined: 'esim ks vrt mm ym n tri prof hra rva nti ts so toim',
    beforeNumber: 's nro nr puh klo luku kpl',
    mayEnd: 'jne yms ym eaa ekr jkr',
  },
  ru: {
    joined:
      'т.е т.к т.н г-н г-жа гр проф акад доц д-р ул пр пер пл наб обл р-н напр см ср тов св ок прим ген полк',
    beforeNumber: 'с стр т тт гл рис табл ст п пп кв д корп тел вып',
    afterNumber: 'г гг в вв',
    mayEnd: 'т.д т.п др пр н.э руб коп тыс млн млрд',
  },
  uk: {
    joined: 'т.зв т.є т.б п пан проф акад доц д-р вул просп пров пл обл р-н ім напр див пор св',
    beforeNumber: 'с стор т гл рис табл ст п пп кв буд корп тел вип',
    afterNumber: 'р рр м',
    mayEnd: 'т.д т.п ін та.ін ст н.е грн коп тис млн млрд',
  },
  bg: {
    joined: 'т.е т.нар гр г-н г-жа г-ца проф акад доц д-р инж ул бул пл обл напр вж срв св ген полк',
    beforeNumber: 'с стр т гл фиг табл чл ал бр тел ок',
    afterNumber: 'г в',
    mayEnd: 'т.н и.др др н.е лв ст хил млн млрд',
  },
  sr: {
    joined:
      'т.ј тј нпр г-ђа г-ђица др проф инж ул бул св тзв t.j tj npr g-đa g-đica dr prof inž ul bul sv tzv',
    beforeNumber: 'стр бр т гл сл чл тел str br t gl sl čl tel',
    mayEnd: 'итд итсл год в н.е дин itd itsl god v n.e din',
  },
  pl: {
    joined: 'np tj tzw m.in pt ul al pl os św ks inż mgr hab dr prof red gen płk por kpt zob por ok wg p',
    beforeNumber: 'nr str s t r rozdz rys tab art ust tel godz poz m lok',
    mayEnd: 'itd itp r w wiek n.e p.n.e zł gr tys mln mld',
  },
  cs: {
    joined:
      'např tj tzn tzv resp popř mj p pí sl ing mgr bc mudr judr phdr rndr doc prof ul nám tř sv č.p gen plk cca',
    beforeNumber: 'č čís str s kap obr tab čl odst tel roč sv',
    mayEnd: 'atd apod aj n.l př.n.l kč hod min tis mil mld',
  },
  sk: {
    joined:
      'napr t.j tj tzn tzv resp príp p pí sl ing mgr bc mudr judr phdr rndr doc prof ul nám sv gen plk cca',
    beforeNumber: 'č čís str s kap obr tab čl ods tel roč',
    mayEnd: 'atď a.i a.pod apod n.l pr.n.l hod min tis mil mld',
  },
  hu: {
    joined: 'pl dr ifj id özv gr br prof kb ill ún vö ld u.n gen szt',
    beforeNumber: 'sz o old kb kötet fej ábra tel jan febr márc ápr jún júl aug szept okt nov dec',
    mayEnd: 'stb i.e i.sz kft rt bt u krt',
  },
  tr: {
    joined: 'örn bkz dr prof doç yrd av sn hz alb gen org müh mad vb.g yak',
    beforeNumber: 'no s sf cilt tel mad',
    mayEnd: 'vb vs vd m.ö m.s şti a.ş ltd cad sok mah',
  },
  lv: {
    joined: 'piem t.i t.s prof dr doc ģen plk sk sal apm kungs',
    beforeNumber: 'nr lpp sēj att tab tel pants',
    mayEnd: 'utt u.c u.tml g gs p.m.ē',
  },
  el: {
    joined: 'κ κα κος κ.κ δρ καθ π.χ δηλ βλ πρβλ αγ στρ λεωφ οδ τ.μ',
    beforeNumber: 'αρ σελ σ τ τόμ κεφ εικ άρθρ τηλ',
    mayEnd: 'κ.λπ κλπ κ.ά κ.τ.λ κτλ π.μ μ.μ π.χ.χ μ.χ',
  },
  vi: { joined: 'ts ths gs pgs bs ks tp p q tx tt st', beforeNumber: 'tr t q p tel đt', mayEnd: 'v.v vv' },
  id: {
    joined: 'bpk sdr sdri yth dr drs ir hj h prof tn ny nn jl gg a.n u.p mis ttd',
    beforeNumber: 'no hlm hal jil tel gbr tbl',
    mayEnd: 'dll dsb dst s.pd s.h m.m tbk',
  },
  ms: {
    joined: 'en pn cik dr prof hj hjh dato yb yab jln kg tmn spt mis',
    beforeNumber: 'no hlm hal jil tel',
    mayEnd: 'dll dsb sdn bhd',
  },
  fil: {
    joined: 'g gng bb bin dr dra atty engr hon gob sen kgg hal',
    beforeNumber: 'blg p pah tel',
    mayEnd: 'atbp',
  },
  ar: { joined: 'د أ أ.د م ص.ب ش', beforeNumber: 'ص ج ت هـ ط', mayEnd: 'إلخ الخ ق.م' },
  hi: { joined: 'डॉ डा श्री प्रो पं कु सु मो', beforeNumber: 'सं नं पृ क्र', mayEnd: 'आदि ई.पू लि' },
  bn: { joined: 'ডা ড মো মোঃ প্রো অধ্যা', beforeNumber: 'নং পৃ', mayEnd: 'লি' },
  gu: { joined: 'ડૉ ડો શ્રી પ્રો', beforeNumber: 'નં પૃ', mayEnd: 'લિ' },
  pa: { joined: 'ਡਾ ਸ ਪ੍ਰੋ ਸ੍ਰੀ', beforeNumber: 'ਨੰ ਪੰ', mayEnd: 'ਲਿ' },
  ta: { joined: 'டாக்டர் திரு திருமதி பேரா கி.மு கி.பி', beforeNumber: 'எண் பக்', mayEnd: 'லிமி' },
  te: { joined: 'డా శ్రీ ప్రొ క్రీ.పూ క్రీ.శ', beforeNumber: 'నం పే', mayEnd: 'లి' },
  kn: { joined: 'ಡಾ ಶ್ರೀ ಪ್ರೊ ಕ್ರಿ.ಪೂ ಕ್ರಿ.ಶ', beforeNumber: 'ನಂ ಪು ಸಂ', mayEnd: 'ಲಿ' },
  ml: { joined: 'ഡോ ശ്രീ പ്രൊഫ അഡ്വ', beforeNumber: 'നം പേ', mayEnd: 'ലി' },
  th: { joined: 'ดร รศ ผศ ศ นพ พญ พ.ศ ค.ศ จ.ศ พล.อ', beforeNumber: 'โทร ม ต อ จ ถ', mayEnd: 'น ก.ม กม' },
};

/** Languages that write ordinals as a number and a stop ("am 5. Mai", "5. května"). */
const WITH_ORDINAL_STOP = new Set(['de', 'da', 'no', 'fi', 'is', 'cs', 'sk', 'pl', 'sr', 'lv', 'hu', 'tr']);

/** Languages in which a capital does not distinguish the beginning of a sentence from a noun ("am 5. Mai", "am 5. Dann"). */
const WITH_CAPITAL_NOUNS = new Set(['de']);

export type AbbreviationKind = 'joined' | 'beforeNumber' | 'afterNumber' | 'beforeNoun' | 'mayEnd';

const KINDS = [
  'joined',
  'beforeNumber',
  'afterNumber',
  'beforeNoun',
  'mayEnd',
] as const satisfies readonly AbbreviationKind[];

interface AbbreviationIndex {
  readonly kinds: ReadonlyMap<string, readonly AbbreviationKind[]>;
  /** What comes before a stop inside one: `z` for `z.b`; `i` and `i.d` for `i.d.r`. */
  readonly beginnings: ReadonlySet<string>;
  readonly joinedEnds: readonly string[];
}

const indexes = new Map<string, AbbreviationIndex>();

/**
 * In which ways a word before a full stop is an abbreviation, if any.
 *
 * @param word without its last stop and without spaces, such as `Dr` or `z.B`
 */
export function abbreviationKinds(language: string, word: string): readonly AbbreviationKind[] {
  const { kinds, joinedEnds } = indexFor(language);
  const plain = word.toLowerCase();
  const known = kinds.get(plain);
  if (known !== undefined) return known;
  const isCompound = !plain.includes('.') && joinedEnds.some((end) => plain.endsWith(end));
  return isCompound ? ['joined'] : [];
}

/** Whether a word before a full stop is the beginning of an abbreviation, as the `z` of "z. B." */
export function beginsAbbreviation(language: string, word: string): boolean {
  return indexFor(language).beginnings.has(word.toLowerCase());
}

/** Whether a number of at most two digits with a stop is an ordinal in a language. */
export function writesOrdinalsWithStop(language: string): boolean {
  return WITH_ORDINAL_STOP.has(language);
}

/** Whether all nouns have a capital in a language. */
export function writesNounsWithCapital(language: string): boolean {
  return WITH_CAPITAL_NOUNS.has(language);
}

function indexFor(language: string): AbbreviationIndex {
  let index = indexes.get(language);
  if (index === undefined) {
    index = indexOf([SHARED, ROWS[language] ?? {}]);
    indexes.set(language, index);
  }
  return index;
}

function indexOf(rows: readonly AbbreviationRow[]): AbbreviationIndex {
  const kinds = new Map<string, AbbreviationKind[]>();
  for (const row of rows) {
    for (const kind of KINDS) {
      for (const word of (row[kind] ?? '').normalize('NFC').split(' ')) {
        if (word !== '') kinds.set(word, [...(kinds.get(word) ?? []), kind]);
      }
    }
  }
  const beginnings = [...kinds.keys()].flatMap((word) => {
    const parts = word.split('.');
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
  });
  const joinedEnds = rows.flatMap(({ joinedEnds: ends }) => ends?.split(' ') ?? []);
  return { kinds, beginnings: new Set(beginnings), joinedEnds };
}
