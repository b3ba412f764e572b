/**
 * Words in lower case that begin a sentence far more often than they are a name or a noun, so that "the U.S. He left" and "60 Mio. Das" are two
 * sentences. By base language.
 */
export const SENTENCE_OPENERS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'he she it they we you i this that these those there the a an in on at but and so then when what if after his her its my our their'.split(
      ' ',
    ),
  ),
  de: new Set(
    'er sie es wir ihr ich das der die danach dann aber und doch jetzt heute in im am ein eine man so nun da wenn auf mit bei nach von als auch was wer wie wo'.split(
      ' ',
    ),
  ),
  ru: new Set(
    'он она оно они мы вы я ты это этот потом затем тогда но и а однако так теперь там тут здесь когда если что кто как его её их мой наш ваш на с по для после'.split(
      ' ',
    ),
  ),
  uk: new Set(
    'він вона воно вони ми ви я ти це цей потім тоді але і й а та однак так тепер там тут коли якщо що хто як його її їх мій наш ваш на з по для після'.split(
      ' ',
    ),
  ),
  bg: new Set(
    'той тя то те ние вие аз ти това този после след тогава но и а обаче така сега там тук когато ако какво кой как неговият нейният на с по за'.split(
      ' ',
    ),
  ),
  pl: new Set(
    'on ona ono oni one my wy ja ty to ten ta potem następnie wtedy ale i a jednak tak teraz tam tu gdy kiedy jeśli co kto jak jego jej ich mój nasz na z po dla'.split(
      ' ',
    ),
  ),
};
