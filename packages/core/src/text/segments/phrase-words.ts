/**
 * The function words that show where a speaker may pause, by language, in lower case.
 *
 * - `links`: conjunctions and relative words that begin a new part of the sentence; the best words to cut before.
 * - `opens`: prepositions and the like, which begin a phrase; good to cut before.
 * - `leans`: articles, possessives and auxiliaries that belong to what follows; the text is never cut after one.
 *
 * No unit ends with any of the three. Languages with postpositions have only links.
 */
interface PhraseRow {
  readonly links: string;
  readonly opens?: string;
  readonly leans?: string;
}

const ROWS: Readonly<Record<string, PhraseRow>> = {
  en: {
    links:
      'and but or nor so yet because although though while when whenever where which who whom whose that if unless until since whether than before after as',
    opens:
      'in on at by for with from to of into onto over under about through during between without within against among around behind beyond near toward towards upon via per',
    leans:
      "the a an my your his her its our their this these those some any no every each is are was were be been am has have had do does did will would can could shall should may might must not very i'm it's he's she's we're they're you're i we he she they you it mr mrs ms dr",
  },
  es: {
    links: 'y e o u pero sino porque aunque que cuando mientras donde quien cual si como pues',
    opens:
      'a ante bajo con contra de del desde durante en entre hacia hasta para por según sin sobre tras al',
    leans:
      'el la los las un una unos unas mi tu su mis tus sus nuestro nuestra este esta estos estas ese esa es son fue era ha han he hay no se me te le lo les nos muy más',
  },
  fr: {
    links: 'et ou mais donc or ni car que qui dont où quand lorsque puisque parce comme si',
    opens: 'à de du des dans en par pour sur sous avec sans chez vers entre depuis pendant contre au aux',
    leans:
      'le la les un une mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces est sont a ont était ne pas se je tu il elle on nous vous ils elles très plus',
  },
  de: {
    links: 'und oder aber denn sondern dass weil obwohl wenn als ob damit bevor nachdem während sowie wo',
    opens:
      'in im an am auf aus bei beim mit nach von vom zu zum zur für durch gegen ohne um über unter vor hinter neben zwischen seit bis wegen trotz',
    leans:
      'der die das den dem des ein eine einen einem einer eines mein dein sein ihr unser euer kein keine dieser diese dieses ist sind war hat haben wird werden nicht sehr ich du er sie es wir',
  },
  it: {
    links: 'e ed o ma però perché che chi quando mentre dove se come quindi anche',
    opens:
      'a ad di da in con su per tra fra del della dei delle dello al alla ai alle dal dalla nel nella nei nelle sul sulla',
    leans:
      'il lo la i gli le un uno una mio mia tuo suo sua nostro vostro loro questo questa quel quella è sono era ha hanno non si mi ti ci vi molto più',
  },
  pt: {
    links: 'e ou mas porque que quem quando enquanto onde se como pois embora porém',
    opens:
      'a de do da dos das em no na nos nas por pelo pela para com sem sobre sob entre até desde contra ao à aos às',
    leans:
      'o os as um uma uns umas meu minha teu seu sua nosso nossa este esta esse essa é são foi era há não se me te lhe muito mais',
  },
  ca: {
    links: 'i o però perquè que qui quan mentre on si com doncs',
    opens: 'a de del dels en amb per sense sobre sota entre fins des contra al als pel pels',
    leans: 'el la els les un una uns unes meu seva seu aquest aquesta és són era ha no es em et molt més',
  },
  ro: {
    links: 'și sau dar iar ci că care când unde dacă deoarece pentru fiindcă deși',
    opens: 'în din la de pe cu fără prin spre către până după peste sub între',
    leans: 'un o unui unei al a ai ale este sunt era are au nu se îmi îți își foarte mai',
  },
  nl: {
    links: 'en of maar want dat omdat als wanneer terwijl die waar hoewel zodat toen',
    opens: 'in op aan bij met van voor naar uit door over onder tussen zonder tegen om tot sinds tijdens na',
    leans:
      'de het een mijn jouw zijn haar ons onze hun deze dit die is was heeft hebben wordt niet zeer ik je hij ze we',
  },
  af: {
    links: 'en of maar want dat omdat as wanneer terwyl wat waar hoewel sodat toe',
    opens: 'in op aan by met van vir na uit deur oor onder tussen sonder teen tot sedert tydens',
    leans: "die 'n my jou sy haar ons hul hierdie is was het word nie baie ek jy hy",
  },
  sv: {
    links: 'och eller men för att som när där om eftersom medan så utan',
    opens: 'i på av med från till hos vid under över mellan mot genom efter före',
    leans: 'en ett den det de min din sin vår er är var har hade inte mycket jag du han hon vi',
  },
  da: {
    links: 'og eller men for at som der når hvor om fordi mens så',
    opens: 'i på af med fra til hos ved under over mellem mod gennem efter før',
    leans: 'en et den det de min din sin vores er var har havde ikke meget jeg du han hun vi',
  },
  no: {
    links: 'og eller men for at som når der hvor om fordi mens så',
    opens: 'i på av med fra til hos ved under over mellom mot gjennom etter før',
    leans: 'en ei et den det de min din sin vår er var har hadde ikke meget jeg du han hun vi',
  },
  is: {
    links: 'og eða en að sem þegar þar ef því meðan svo',
    opens: 'í á af með frá til hjá við undir yfir milli gegn gegnum eftir fyrir um úr',
    leans: 'er var hefur hafa ekki mjög ég þú hann hún við minn þinn sinn',
  },
  fi: {
    links: 'ja tai mutta vaan sillä että koska kun jos joka jotka vaikka kuin sekä',
    leans: 'on ovat oli ei en hyvin',
  },
  ru: {
    links: 'и или но а что чтобы который которая которое которые когда где если потому хотя как',
    opens: 'в во на с со из от до по к ко за для без под над при через между о об около после перед у',
    leans: 'не ни мой твой свой наш ваш этот эта это эти очень бы',
  },
  uk: {
    links: 'і й та або але а що щоб який яка яке які коли де якщо бо хоча як',
    opens: 'в у на з із зі від до по за для без під над при через між про біля після перед',
    leans: 'не ні мій твій свій наш ваш цей ця це ці дуже би',
  },
  bg: {
    links: 'и или но а че който която което които когато където ако защото докато макар',
    opens: 'в във на с със от до по към за без под над при през между около след пред у',
    leans: 'не ни мой твой свой този тази това тези много да ще се е са',
  },
  sr: {
    links:
      'и или али а да који која које када где ако јер мада док i ili ali a da koji koja koje kada gde ako jer mada dok',
    opens:
      'у на с са из од до по к ка за без под над при кроз између око после пре u na s sa iz od po k ka za bez pod nad pri kroz između oko posle pre',
    leans: 'не је су се мој твој свој овај ова ово врло ne je su se moj tvoj svoj ovaj ova ovo vrlo',
  },
  pl: {
    links:
      'i lub albo ale a że żeby który która które którzy kiedy gdzie jeśli ponieważ bo choć oraz gdy jak',
    opens: 'w we na z ze od do po ku za dla bez pod nad przy przez między o około przed u',
    leans: 'nie mój twój swój nasz ten ta to te bardzo się jest są by',
  },
  cs: {
    links: 'a i nebo ale že aby který která které kteří když kde jestliže protože ačkoli neboť jak',
    opens: 'v ve na s se z ze od do po k ke za pro bez pod nad při přes mezi o okolo před u',
    leans: 'ne můj tvůj svůj náš ten ta to ty velmi je jsou by',
  },
  sk: {
    links: 'a i alebo ale že aby ktorý ktorá ktoré ktorí keď kde ak pretože hoci lebo ako',
    opens: 'v vo na s so z zo od do po k ku za pre bez pod nad pri cez medzi o okolo pred u',
    leans: 'ne môj tvoj svoj náš ten tá to tie veľmi je sú by sa',
  },
  hu: {
    links: 'és vagy de hogy mert ha amikor ahol aki ami amely azonban hanem mint',
    leans: 'a az egy ez nem is nagyon',
  },
  tr: { links: 've veya ama fakat ancak çünkü eğer ki ya', leans: 'bir bu şu o çok en' },
  lv: {
    links: 'un vai bet ka kas kurš kura kad kur ja jo lai kaut kamēr',
    opens: 'uz no ar pie par pa ap zem virs starp bez pēc pirms caur',
    leans: 'ne mans tavs savs šis šī tas tā ļoti ir',
  },
  el: {
    links: 'και κι ή αλλά όμως ότι πως που όταν όπου αν επειδή γιατί ενώ ώστε',
    opens: 'σε στο στη στην στον στα στις στους από με για προς χωρίς μέχρι κατά μετά πριν',
    leans: 'ο η το οι τα τον την του της των τους τις ένας μια μία ένα να θα δεν μην είναι πολύ μου σου',
  },
  vi: {
    links: 'và hoặc nhưng vì rằng mà nếu khi thì nên tuy hay',
    opens: 'ở trong trên dưới với cho của từ đến về bằng qua giữa tại',
    leans: 'một các những cái con không rất đã đang sẽ là',
  },
  id: {
    links: 'dan atau tetapi tapi karena bahwa yang jika ketika saat sedangkan sehingga agar namun',
    opens: 'di ke dari pada dengan untuk oleh dalam tentang antara tanpa sejak sampai',
    leans: 'sebuah seorang para tidak sangat telah sudah akan sedang adalah',
  },
  ms: {
    links: 'dan atau tetapi kerana bahawa yang jika apabila ketika manakala supaya namun',
    opens: 'di ke dari daripada pada kepada dengan untuk oleh dalam tentang antara tanpa sejak hingga',
    leans: 'sebuah seorang para tidak sangat telah sudah akan sedang ialah adalah',
  },
  fil: {
    links: 'at o ngunit pero subalit dahil na nang kung kapag habang kaya upang',
    opens: 'sa para mula hanggang tungkol kay',
    leans: 'ang ng mga si ni isang hindi ay',
  },
  ar: {
    links: 'أو لكن ولكن لأن الذي التي الذين عندما إذا حيث ثم حتى',
    opens: 'في من إلى على عن مع بين قبل بعد خلال تحت فوق حول',
    leans: 'لا لم لن قد هذا هذه كل إن أن',
  },
  hi: { links: 'और या लेकिन पर परंतु क्योंकि कि जो जब जहाँ अगर तो तथा एवं', leans: 'बहुत' },
  bn: { links: 'এবং ও বা কিন্তু কারণ যে যা যখন যেখানে যদি তবে আর' },
  gu: { links: 'અને કે પણ પરંતુ કારણ જે જ્યારે જ્યાં જો તો' },
  pa: { links: 'ਅਤੇ ਤੇ ਜਾਂ ਪਰ ਕਿਉਂਕਿ ਕਿ ਜੋ ਜਦੋਂ ਜਿੱਥੇ ਜੇ' },
  ta: { links: 'மற்றும் அல்லது ஆனால் ஏனெனில் எனவே' },
  te: { links: 'మరియు లేదా కానీ ఎందుకంటే కాబట్టి' },
  kn: { links: 'ಮತ್ತು ಅಥವಾ ಆದರೆ ಏಕೆಂದರೆ ಆದ್ದರಿಂದ' },
  ml: { links: 'അല്ലെങ്കിൽ പക്ഷേ എന്നാൽ കാരണം അതുകൊണ്ട്' },
  ko: { links: '그리고 또는 하지만 그러나 그래서 왜냐하면 만약 및' },
  ja: { links: 'そして しかし また または だから なぜなら もし' },
  zh: { links: '和 或 或者 但是 但 因为 所以 如果 而且 并且 而 虽然 然后 因為 雖然 然後 並且' },
  yue: { links: '同 或者 但係 但 因為 所以 如果 而且 雖然 然後' },
  th: { links: 'และ หรือ แต่ เพราะ ที่ ซึ่ง เมื่อ ถ้า ว่า เนื่องจาก', opens: 'ใน บน จาก ถึง กับ โดย ของ' },
};

export type PhraseRole = 'links' | 'opens' | 'leans';

const ROLES = ['leans', 'opens', 'links'] as const satisfies readonly PhraseRole[];
const indexes = new Map<string, ReadonlyMap<string, PhraseRole>>();

/** The role of a lower-case word in the phrasing of a sentence, if it is a function word. */
export function phraseRole(language: string, word: string): PhraseRole | undefined {
  let index = indexes.get(language);
  if (index === undefined) {
    index = indexOf(ROWS[language]);
    indexes.set(language, index);
  }
  return index.get(word);
}

function indexOf(row: PhraseRow | undefined): ReadonlyMap<string, PhraseRole> {
  const index = new Map<string, PhraseRole>();
  for (const role of ROLES) {
    for (const word of (row?.[role] ?? '').normalize('NFC').split(' ')) index.set(word, role);
  }
  index.delete('');
  return index;
}
