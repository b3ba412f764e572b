import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AppDetail, VocabularyTerm } from '../../api/wire.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../parts/link.tsx';
import { isolated, Name } from '../../parts/name.tsx';
import { Empty, Failure, Loading } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { formatCount } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { useResource } from '../../state/use-resource.ts';
import { LearnForm } from './learn-form.tsx';
import { withChange } from './term-fields.ts';
import { TermForm } from './term-form.tsx';
import { HearButton, type TermVoice, useTermVoice } from './term-voice.tsx';
import { useVocabulary, type VocabularyList } from './use-vocabulary.ts';

/** The vocabulary of an app: names and words, their pronunciations, and what recognition writes instead of them. */
export function VocabularyPage({ appId }: { readonly appId: string }): JSX.Element {
  const app = useResource<AppDetail>(`apps/${encodeURIComponent(appId)}`);
  const list = useVocabulary(appId);
  const voice = useTermVoice(appId);
  const [search, setSearch] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [isLearning, setIsLearning] = useState(false);
  const [done, setDone] = useState('');
  const { value, error, isLoading, reload } = list.resource;
  const terms = value?.terms ?? [];
  const shown = terms.filter((term) => isWanted(term, search));
  const name = app.value?.name;
  return (
    <Page
      title={name === undefined ? 'Vocabulary' : `Vocabulary of ${isolated(name)}`}
      heading="Vocabulary"
      lead="Names and words that the app’s calls recognize and pronounce correctly. A change applies to calls that begin after it."
      back={
        <Link to={`/apps/${encodeURIComponent(appId)}`}>
          ← {name === undefined ? 'App' : <Name>{name}</Name>}
        </Link>
      }
      actions={
        <>
          <button
            type="button"
            class="button"
            disabled={terms.length === 0}
            onClick={() => setIsLearning(true)}
          >
            Learn misheard forms…
          </button>
          <button type="button" class="button primary" onClick={() => setIsAdding(true)}>
            <Icon name="plus" />
            Add a term
          </button>
        </>
      }
    >
      <div class="card list">
        <div class="filters">
          <div class="search">
            <Icon name="search" />
            <input
              type="search"
              aria-label="Search terms"
              placeholder="Term, pronunciation or misheard form"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </div>
          <VoiceChoice voice={voice} />
        </div>
        <p class="hint" role="status">
          {done}
        </p>
        <Failure error={error ?? app.error} onRetry={reload} />
        <Failure error={voice.error} />
        {isLoading ? <Loading lines={6} /> : null}
        {shown.length > 0 ? (
          <ul class="terms">
            {shown.map((term) => (
              <TermRow key={term.term} term={term} list={list} voice={voice} onDone={setDone} />
            ))}
          </ul>
        ) : null}
        {value !== undefined && shown.length === 0 ? (
          <Empty title={terms.length === 0 ? 'No terms yet.' : 'No matching terms.'}>
            <p>
              {terms.length === 0
                ? 'Begin with names that are wrong in transcripts, or that voices mispronounce.'
                : 'Change the search.'}
            </p>
          </Empty>
        ) : null}
        {terms.length > 0 ? (
          <p class="muted small">{terms.length === 1 ? '1 term' : `${formatCount(terms.length)} terms`}</p>
        ) : null}
      </div>
      <Dialog title="Learn misheard forms" isOpen={isLearning} onClose={() => setIsLearning(false)}>
        <LearnForm
          appId={appId}
          list={list}
          terms={terms}
          voiceCode={voice.voiceCode}
          onClose={() => setIsLearning(false)}
        />
      </Dialog>
      <Dialog title="Add a term" isOpen={isAdding} onClose={() => setIsAdding(false)}>
        <TermForm
          list={list}
          voice={voice}
          onDone={(saved) => {
            setIsAdding(false);
            if (saved !== undefined) setDone(`${isolated(saved)} was added.`);
          }}
        />
      </Dialog>
    </Page>
  );
}

function isWanted({ term, saidAs = '', heardAs = [] }: VocabularyTerm, search: string): boolean {
  const part = search.trim().toLowerCase();
  return [term, saidAs, ...heardAs].some((text) => text.toLowerCase().includes(part));
}

function VoiceChoice({ voice }: { readonly voice: TermVoice }): JSX.Element {
  return (
    <label class="inline">
      <span>Voice</span>
      <select value={voice.voiceCode} onChange={(event) => voice.choose(event.currentTarget.value)}>
        <option value="">The first one</option>
        {voice.voices.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TermRowProps {
  readonly term: VocabularyTerm;
  readonly list: VocabularyList;
  readonly voice: TermVoice;
  /** Called with a message about what was done. */
  readonly onDone: (what: string) => void;
}

function TermRow({ term, list, voice, onDone }: TermRowProps): JSX.Element {
  const [asking, setAsking] = useState<'edit' | 'delete'>();
  const close = (): void => setAsking(undefined);
  const remove = useAction(async () => {
    await list.change((now) => withChange(now, term.term, undefined));
    close();
    onDone(`${isolated(term.term)} was deleted.`);
  });
  return (
    <li class="term">
      <HearButton voice={voice} term={term} isSmall />
      <strong>
        <Name>{term.term}</Name>
      </strong>
      <dl class="term-facts">
        <Fact name="Said as">{term.saidAs ?? 'as it is written'}</Fact>
        <Fact name="May be heard as">{term.heardAs?.join(' · ') ?? 'nothing else'}</Fact>
      </dl>
      <div class="actions">
        <button
          type="button"
          class="button"
          aria-label={`Edit ${term.term}`}
          onClick={() => setAsking('edit')}
        >
          Edit…
        </button>
        <button
          type="button"
          class="button"
          aria-label={`Delete ${term.term}`}
          onClick={() => setAsking('delete')}
        >
          Delete…
        </button>
      </div>
      <Dialog title="Edit a term" isOpen={asking === 'edit'} onClose={close}>
        <TermForm
          list={list}
          voice={voice}
          term={term}
          onDone={(saved) => {
            close();
            if (saved !== undefined) onDone(`${isolated(saved)} was saved.`);
          }}
        />
      </Dialog>
      <Dialog
        title={
          <>
            Delete “<Name>{term.term}</Name>”?
          </>
        }
        isOpen={asking === 'delete'}
        onClose={close}
      >
        <p>From the next call on it is pronounced and recognized without corrections.</p>
        <Confirm action={remove} verb="Delete" isDanger onKeep={close} />
      </Dialog>
    </li>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
