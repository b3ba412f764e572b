/** Answers as a voice agent gives them. No first clause stands twice, warm-up included, so none comes from the cache. */
export const ANSWERS = {
  /** A first clause of 12 to 20 letters, which is a first segment. */
  'clause with a mark': [
    'Good morning, and thank you for calling. The office opens at nine, but I can take a message until then.',
    'No problem at all, I have changed the address. The parcel should be with you by the end of the week.',
    'Unfortunately, the line is busy at the moment. I will try once more and tell you as soon as they answer.',
    'As far as I know, the pool opens at eight. There is a café beside it that has breakfast from seven.',
    'To tell the truth, nobody has tried that before. It might work, and it would not cost very much.',
    'For the time being, the road is closed. The bus takes another way and is a quarter of an hour late.',
  ],
  /** Where it ends, nothing but what follows can tell. */
  'no mark nearby': [
    'That is a good question. Most people water them twice a week in summer, and hardly at all in winter.',
    'The museum is open today until six in the evening, so there is plenty of time to see the new wing.',
    'Let me think about that for a moment. The shortest way is over the bridge and then left at the church.',
    'Your appointment on Thursday is confirmed. Please bring your card and arrive ten minutes before the hour.',
    'I have put one of them aside for you until Saturday, and you can pay for it when you come to the shop.',
    'There are two tables free on the terrace. The one in the corner has the better view of the harbour.',
  ],
} as const;

/** Spoken before anything is measured. */
export const WARM_UP = [
  'Hello there, this is only a rehearsal. Nobody counts how long it takes to say this much.',
  'Once more, with a little patience. The second time round should be no slower than the third.',
  'Finally, one last sentence to warm up. After this one the measurement begins.',
] as const;
