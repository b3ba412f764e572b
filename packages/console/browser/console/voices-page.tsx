import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { VoiceLine, VoicePacksAnswer } from '../api/wire.ts';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Loading } from '../parts/notice.tsx';
import { Page } from '../parts/page.tsx';
import { formatCount } from '../state/format.ts';
import { languageName } from '../state/language.ts';
import { type Player, usePlayer } from '../state/use-player.ts';
import { useResource } from '../state/use-resource.ts';
import { groupVoices } from '../state/voice-groups.ts';
import { VoiceOwner } from './voice-owner.tsx';
import { PacksSection } from './voice-packs/packs-section.tsx';

/** Every voice of the service, with a search and samples. */
export function VoicesPage(): JSX.Element {
  const resource = useResource<{ readonly voices: readonly VoiceLine[] }>('voices');
  // The list waits for the section above it, so that it does not jump.
  const packs = useResource<VoicePacksAnswer>('voice-packs');
  const [search, setSearch] = useState('');
  const [language, setLanguage] = useState('');
  const player = usePlayer();
  const voices = resource.value?.voices ?? [];
  const languages = useMemo(
    () =>
      [...new Set(voices.map(({ languageCode }) => languageCode))].toSorted((a, b) =>
        languageName(a).localeCompare(languageName(b)),
      ),
    [voices],
  );
  const unread = resource.error ?? packs.error;
  const isLoading = resource.isLoading || packs.isLoading;
  const shown = isLoading ? [] : voices.filter((voice) => isWanted(voice, search, language));
  return (
    <Page
      title="Voices"
      lead={
        voices.length === 0
          ? ' '
          : `${formatCount(voices.length)} voices in ${formatCount(languages.length)} languages.`
      }
    >
      <PacksSection packs={packs} onChange={resource.reload} />
      <div class="card list">
        <div class="filters">
          <div class="search">
            <Icon name="search" />
            <input
              type="search"
              aria-label="Search voices"
              placeholder="Name, code or engine"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
          <label class="inline">
            <span>Language</span>
            <select value={language} onChange={(event) => setLanguage(event.currentTarget.value)}>
              <option value="">All</option>
              {languages.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Failure
          error={unread ?? player.error}
          onRetry={
            unread === undefined
              ? undefined
              : () => {
                  resource.reload();
                  packs.reload();
                }
          }
        />
        {isLoading ? <Loading lines={8} /> : null}
        {groupVoices(shown).map(({ name, voices: members }) => (
          <section key={name} aria-label={name}>
            <h2 class="voice-group">{name}</h2>
            <ul class="voices">
              {members.map((voice) => (
                <VoiceRow key={voice.code} voice={voice} player={player} onChange={resource.reload} />
              ))}
            </ul>
          </section>
        ))}
        {resource.value !== undefined && !isLoading && shown.length === 0 ? (
          <Empty title={voices.length === 0 ? 'No voices.' : 'No matching voices.'}>
            <p>
              {voices.length === 0
                ? 'No engine can synthesize; "parlance doctor" shows why.'
                : 'Change the search or the language.'}
            </p>
          </Empty>
        ) : null}
      </div>
    </Page>
  );
}

function isWanted(
  { code, name, engine, languageCode }: VoiceLine,
  search: string,
  language: string,
): boolean {
  const words = search.trim().toLowerCase();
  const fits = [code, name, engine, languageName(languageCode)].some((text) =>
    text.toLowerCase().includes(words),
  );
  return fits && (language === '' || languageCode === language);
}

interface VoiceRowProps {
  readonly voice: VoiceLine;
  readonly player: Player;
  /** Called after the voice was assigned. */
  readonly onChange: () => void;
}

function VoiceRow({ voice, player, onChange }: VoiceRowProps): JSX.Element {
  const isPlaying = player.playing === voice.code;
  const isPersonal = voice.ownership === 'PERSONAL';
  return (
    <li class="voice">
      <button
        type="button"
        class={`play ${isPlaying ? 'playing' : ''}`}
        disabled={isPersonal}
        aria-label={isPlaying ? `Stop ${voice.name}` : `Play ${voice.name}`}
        onClick={() => (isPlaying ? player.stop() : player.play(voice.code))}
      >
        <Icon name={isPlaying ? 'stop' : 'play'} />
      </button>
      <div class="voice-name">
        <strong>{voice.name}</strong>
        <span class="mono muted">{voice.code}</span>
      </div>
      <div class="voice-facts">
        <span>{languageName(voice.languageCode)}</span>
        <span class="muted">{voice.gender}</span>
      </div>
      <div class="voice-facts spare">
        <span>{voice.engine}</span>
        <span class="muted">{formatCount(voice.nativeRateHz / 1000)} kHz</span>
      </div>
      <div class="voice-facts spare">
        <span>{voice.licence}</span>
        <span class="muted">× {formatCount(voice.creditFactor)} credits</span>
      </div>
      <VoiceOwner voice={voice} onChange={onChange} />
    </li>
  );
}
