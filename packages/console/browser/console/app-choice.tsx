import type { JSX } from 'preact';
import type { AppsAnswer } from '../api/wire.ts';
import { Failure, Loading } from '../parts/notice.tsx';
import { useResource } from '../state/use-resource.ts';

const MAX_LISTED_APPS = 100;

interface AppChoiceProps {
  readonly label: string;
  /** Label of the choice without an app. */
  readonly nobody: string;
  /** `''`: no app. */
  readonly appId: string;
  /** The current owner, which is always listed. */
  readonly owner?: string | undefined;
  /** Command that chooses an app that is not listed. */
  readonly otherWay: string;
  readonly onChange: (appId: string) => void;
}

/** Chooses an app, or none. */
export function AppChoice({ label, nobody, appId, owner, otherWay, onChange }: AppChoiceProps): JSX.Element {
  const apps = useResource<AppsAnswer>(`apps?limit=${MAX_LISTED_APPS}`);
  const listed = (apps.value?.apps ?? []).filter((app) => app.revokedAt === null || app.appId === owner);
  const isOwnerListed = owner === undefined || listed.some((app) => app.appId === owner);
  return (
    <>
      {apps.isLoading ? <Loading lines={1} /> : null}
      {apps.value === undefined ? null : (
        <label class="field">
          <span>{label}</span>
          <select value={appId} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="">{nobody}</option>
            {isOwnerListed ? null : <option value={owner}>{owner}</option>}
            {listed.map((app) => (
              <option key={app.appId} value={app.appId}>
                {app.name} ({app.appId.slice(0, 8)})
              </option>
            ))}
          </select>
        </label>
      )}
      {apps.value?.nextCursor ? (
        <p class="muted">
          These are the first {MAX_LISTED_APPS} apps. For others use “{otherWay}”.
        </p>
      ) : null}
      <Failure error={apps.error} />
    </>
  );
}
