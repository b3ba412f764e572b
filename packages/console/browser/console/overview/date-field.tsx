import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Browsers report a year such as 0202 while 2026 is being typed, and nothing while a part of the date is missing. */
const FIRST_COMPLETE_DATE = '1000-01-01';

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, as those below. */
  readonly date: string;
  readonly min?: string;
  readonly max?: string;
  /** Called with each complete date. */
  readonly onDate: (date: string) => void;
}

/** A day. While it is typed the field keeps what is there, also if the page is drawn again because something arrived. */
export function DateField({ label, date, min, max, onDate }: DateFieldProps): JSX.Element {
  const [typed, setTyped] = useState<string>();
  return (
    <label>
      {label}
      <input
        type="date"
        value={typed ?? date}
        min={min}
        max={max}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value);
          if (value >= FIRST_COMPLETE_DATE) onDate(value);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  );
}
