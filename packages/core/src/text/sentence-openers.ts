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
};
