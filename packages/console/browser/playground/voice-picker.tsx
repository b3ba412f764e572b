import type { JSX } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import type { ServiceVoice } from '../speech/service-voice.ts';
import { languageName } from '../state/language.ts';
import { engineName, groupVoices } from '../state/voice-groups.ts';

interface VoicePickerProps {
  readonly voices: readonly ServiceVoice[];
  readonly value: string;
  readonly onChoose: (voiceCode: string) => void;
}

/** A combobox to choose a voice, which filters by name, language, engine or gender while the user types. */
export function VoicePicker({ voices, value, onChoose }: VoicePickerProps): JSX.Element {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const chosen = voices.find(({ code }) => code === value);
  const groups = useMemo(() => groupVoices(voices.filter((voice) => fits(voice, search))), [voices, search]);
  const shown = groups.flatMap((group) => group.voices);
  const optionId = (code: string): string => `${id}-${code}`;

  function activate(code: string | undefined): void {
    if (code === undefined) return;
    setActive(code);
    // The option may not be rendered yet if the list has just been opened.
    requestAnimationFrame(() =>
      document.getElementById(optionId(code))?.scrollIntoView({ block: 'nearest' }),
    );
  }
  function open(): void {
    if (isOpen) return;
    setIsOpen(true);
    setSearch('');
    activate(value);
  }
  function close(): void {
    setIsOpen(false);
    setSearch('');
  }
  function choose(code: string): void {
    onChoose(code);
    close();
  }
  function move(step: number): void {
    const at = shown.findIndex(({ code }) => code === active);
    activate(shown[Math.max(0, Math.min(shown.length - 1, at + step))]?.code);
  }

  const KEYS: Readonly<Record<string, () => void>> = {
    ArrowDown: () => (isOpen ? move(1) : open()),
    ArrowUp: () => (isOpen ? move(-1) : open()),
    PageDown: () => move(8),
    PageUp: () => move(-8),
    Enter: () => (isOpen && shown.some(({ code }) => code === active) ? choose(active) : open()),
    Escape: close,
  };

  return (
    <div class="field voice-picker">
      <label for={id}>Voice</label>
      <div class="combobox">
        <input
          id={id}
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && active !== '' ? optionId(active) : undefined}
          placeholder={isOpen ? 'Name, language or engine' : 'No voice'}
          value={isOpen ? search : (chosen?.name ?? '')}
          onClick={open}
          onBlur={close}
          onInput={(event) => {
            const text = event.currentTarget.value;
            setIsOpen(true);
            setSearch(text);
            activate(voices.find((voice) => fits(voice, text))?.code);
          }}
          onKeyDown={(event) => {
            const act = KEYS[event.key];
            if (act === undefined || (!isOpen && event.key === 'Escape')) return;
            event.preventDefault();
            act();
          }}
        />
        {chosen === undefined || isOpen ? null : (
          <span class="combobox-note muted">{languageName(chosen.languageCode)}</span>
        )}
        <Icon name="chevron" />
        <div
          id={`${id}-list`}
          ref={list}
          class="options"
          role="listbox"
          aria-label="Voices"
          hidden={!isOpen}
          tabIndex={-1}
          // A click on the list would move the focus and so close the list.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box contains groups, not fieldsets.
            <div key={group.name} role="group" aria-labelledby={`${id}-group-${at}`} class="option-group">
              <span id={`${id}-group-${at}`} class="option-group-name">
                {group.name}
              </span>
              {group.voices.map(({ code, name, gender }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and handles the keys.
                <div
                  key={code}
                  id={optionId(code)}
                  role="option"
                  tabIndex={-1}
                  class={`option ${code === active ? 'active' : ''}`}
                  aria-selected={code === value}
                  onClick={() => choose(code)}
                >
                  <span>{name}</span>
                  <span class="muted small">{gender}</span>
                  {code === value ? <Icon name="check" /> : null}
                </div>
              ))}
            </div>
          ))}
          {shown.length === 0 ? <p class="muted small no-option">No matching voices.</p> : null}
        </div>
      </div>
    </div>
  );
}

/** Whether each word of the search is the beginning of a word in the voice's details. */
function fits({ code, name, languageCode, engine, gender }: ServiceVoice, search: string): boolean {
  const known = wordsOf(
    [code, name, languageCode, languageName(languageCode), engine, engineName(engine), gender].join(' '),
  );
  return wordsOf(search).every((word) => known.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
