import { createChance } from '../runner/chance.ts';

/** A language's sentences are put together of these, so that few words have to be spoken apart. */
interface Phrases {
  readonly subjects: readonly string[];
  readonly actions: readonly string[];
  readonly places: readonly string[];
  readonly links: readonly string[];
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    subjects: [
      'The old captain',
      'My sister Emily',
      'A young doctor from Boston',
      'Nobody in the village',
      'The teacher',
      'Our neighbours',
      'Every student',
      'The last passenger',
      'His daughter',
      'I',
      'They',
      'A small brown dog',
    ],
    actions: [
      'walked slowly',
      'had forgotten the keys',
      'bought three tickets',
      'was looking for a quiet room',
      'will open the window',
      'asked about the weather',
      'left the heavy box',
      'sang a beautiful song',
      'could not find the letter',
      'repaired the clock',
      'is waiting for an answer',
      'saw eleven ships',
    ],
    places: [
      'in the kitchen',
      'behind the station',
      'at half past nine',
      'before the storm',
      'on Saturday morning',
      'near the river',
      'for several hours',
      'without a word',
      'across the bridge',
      'under the apple tree',
      'during the meeting',
      'to the end of the street',
    ],
    links: ['and', 'but', 'because', 'while', 'although', 'so'],
  },
  de: {
    subjects: [
      'Der alte Lehrer',
      'Meine Schwester',
      'Ein junger Arzt',
      'Niemand im Dorf',
      'Das kleine Kind',
      'Unsere Nachbarin',
    ],
    actions: [
      'ging langsam',
      'suchte den Schlüssel',
      'kaufte drei Bücher',
      'öffnete das Fenster',
      'fragte nach dem Wetter',
      'sang ein schönes Lied',
    ],
    places: [
      'in der Küche',
      'hinter dem Bahnhof',
      'vor dem Gewitter',
      'am Samstag',
      'über die Brücke',
      'ohne ein Wort',
    ],
    links: ['und', 'aber', 'denn'],
  },
  fr: {
    subjects: [
      'Le vieux capitaine',
      'Ma sœur',
      'Un jeune médecin',
      'Personne au village',
      'Le petit chien',
      'Notre voisine',
    ],
    actions: [
      'marchait lentement',
      'cherchait la clé',
      'a trouvé trois livres',
      'regardait la fenêtre',
      'demandait une réponse',
      'chantait une belle chanson',
    ],
    places: [
      'dans la cuisine',
      'derrière la gare',
      'avant la pluie',
      'le samedi matin',
      'près du pont',
      'sous le grand arbre',
    ],
    links: ['et', 'mais', 'car'],
  },
  es: {
    subjects: [
      'El viejo capitán',
      'Mi hermana',
      'Un joven médico',
      'Nadie del pueblo',
      'El perro pequeño',
      'Nuestra vecina',
    ],
    actions: [
      'caminaba despacio',
      'buscaba la llave',
      'compró tres libros',
      'miraba la ventana',
      'esperaba una respuesta',
      'cantaba una canción',
    ],
    places: [
      'en la cocina',
      'detrás de la estación',
      'antes de la lluvia',
      'el sábado por la mañana',
      'cerca del puente',
      'bajo el gran árbol',
    ],
    links: ['y', 'pero', 'porque'],
  },
  ru: {
    subjects: [
      'Старый капитан',
      'Моя сестра',
      'Молодой доктор',
      'Маленькая собака',
      'Наш учитель',
      'Последний пассажир',
    ],
    actions: [
      'медленно шёл',
      'искал ключи',
      'купил три книги',
      'открыл окно',
      'ждал ответа',
      'пел красивую песню',
    ],
    places: ['на кухне', 'за вокзалом', 'перед грозой', 'в субботу утром', 'через мост', 'под деревом'],
    links: ['и', 'но', 'потому что'],
  },
};

/** @returns so many different sentences, the same each time */
export function sentencesOf(language: string, count: number): readonly string[] {
  const { subjects, actions, places, links } = PHRASES[language] as Phrases;
  const chance = createChance(count);
  const clause = (): string => [subjects, actions, places].map((phrases) => chance.pick(phrases)).join(' ');
  const lowered = (text: string): string =>
    /^(?:I|Emily)\b/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
  const sentences = new Set<string>();
  while (sentences.size < count) {
    const isLong = chance.next() < 1 / 2;
    sentences.add(isLong ? `${clause()}, ${chance.pick(links)} ${lowered(clause())}.` : `${clause()}.`);
  }
  return [...sentences];
}
