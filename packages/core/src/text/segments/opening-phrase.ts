/** Prepositions before years and times, in lower case, by base language. */
const PREPOSITIONS: Readonly<Record<string, string>> = {
  en: 'in at on by from until till since before after around about between for',
  es: 'en a al desde hasta hacia de antes después tras por sobre',
  fr: 'en à au dès vers depuis avant après de pour jusque',
  de: 'im in um am ab bis seit vor nach gegen von zu mit für',
  it: 'nel nell nella in alle a dal dalle verso dopo prima entro fino per',
  pt: 'em no na às a desde até de após antes por',
  nl: 'in om op sinds tot vanaf voor na rond tegen van met',
  sv: 'i på år från sedan till före efter kring vid',
  da: 'i på år fra siden til før efter omkring ved',
  no: 'i på år fra siden til før etter omkring ved',
  ru: 'в во к ко с со до от из после около на по за перед',
  uk: 'в у до від з із після близько на по за перед',
  bg: 'в във през от до след преди към около на за',
  sr: 'у до од пре после око на за u do od pre posle oko na za',
  pl: 'w we od do po około przed na za z ze ku',
  cs: 'v ve od do po kolem před na za k z ze',
  sk: 'v vo od do po okolo pred na za k z zo',
};

/** "In", "At about", "В начале"; then a number: "1999", "XX", "5.30", "1990–95". */
const PHRASE =
  /^(?<preposition>\p{Lu}[\p{L}\p{M}]*) (?:\p{L}[\p{L}\p{M}]* )?[\p{N}IVXLCDM][\p{N}IVXLCDM.,:–-]* ?$/u;

const prepositions = new Map<string, ReadonlySet<string>>(
  Object.entries(PREPOSITIONS).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Whether a text, such as "At 5 " or "В 1999 ", begins a sentence and cannot be one: it only says when something was. */
export function isOpeningPhrase(language: string, text: string): boolean {
  const preposition = PHRASE.exec(text)?.groups?.preposition;
  return preposition !== undefined && prepositions.get(language)?.has(preposition.toLowerCase()) === true;
}
