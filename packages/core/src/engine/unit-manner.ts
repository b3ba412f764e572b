/** How text is to be spoken, as requests state it and engines receive it. */
export interface UnitManner {
  /** 0.25 to 1.9. The audio's length is that at speed 1 divided by this, within 10 %. */
  readonly speed: number;
  /** 0 to 100, multiples of 10. Only for voices that declare `supportsEmphasis`. */
  readonly emphasisIntensity?: number;
}

/** Lists every member, so that a new one does not compile until it is passed on. */
const MEMBERS: Readonly<Record<keyof UnitManner, true>> = { speed: true, emphasisIntensity: true };

/** The same members in a request or its record. */
type Asked = { readonly [Member in keyof UnitManner]: UnitManner[Member] | null | undefined } & {
  readonly speed: number;
};

/** @returns only the members that are given */
export function mannerOf(asked: Partial<Asked> & Pick<Asked, 'speed'>): UnitManner {
  const given = (Object.keys(MEMBERS) as (keyof UnitManner)[]).flatMap((member) =>
    asked[member] === undefined || asked[member] === null ? [] : [[member, asked[member]]],
  );
  return Object.fromEntries(given) as UnitManner;
}
