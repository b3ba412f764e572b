import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { uploadForm } from '../../api/upload.ts';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/notice.tsx';
import { formatBytes } from '../../state/format.ts';
import { useAction } from '../../state/use-action.ts';
import { AppChoice } from '../app-choice.tsx';

/** Supported by every browser, but missing in the types of the elements. */
const WHOLE_FOLDER = { webkitdirectory: true };
const HIDDEN_PART = /(^|\/)\./;

interface AddPackFormProps {
  readonly onCancel: () => void;
  readonly onAdded: () => void;
}

interface Sent {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Chooses the folder of a voice pack and uploads it. Closing the form cancels the upload. */
export function AddPackForm({ onCancel, onAdded }: AddPackFormProps): JSX.Element {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [appId, setAppId] = useState('');
  const [sent, setSent] = useState<Sent>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const { current } = leaving;
    return () => current.abort();
  }, []);
  const add = useAction(async () => {
    const form = new FormData();
    for (const file of files) form.append('file', file, pathOf(file));
    const path = appId === '' ? 'voice-packs' : `voice-packs?ownerAppId=${encodeURIComponent(appId)}`;
    setSent({ sentBytes: 0, totalBytes: 0 });
    try {
      await uploadForm(path, form, {
        signal: leaving.current.signal,
        onProgress: (sentBytes, totalBytes) => setSent({ sentBytes, totalBytes }),
      });
      onAdded();
    } finally {
      setSent(undefined);
    }
  });
  return (
    <>
      <Field label="Folder" hint="With voice-pack.json and the files it names.">
        {(ids) => (
          <input
            {...ids}
            type="file"
            {...WHOLE_FOLDER}
            multiple
            disabled={add.isBusy}
            onChange={({ currentTarget }) =>
              setFiles([...(currentTarget.files ?? [])].filter((file) => !HIDDEN_PART.test(pathOf(file))))
            }
          />
        )}
      </Field>
      <AppChoice
        label="Used by"
        nobody="As the pack says"
        appId={appId}
        otherWay="parlance voices add FOLDER --app APP-ID"
        onChange={setAppId}
      />
      {sent === undefined ? null : <UploadProgress sent={sent} />}
      <Failure error={add.error} />
      <div class="step-buttons">
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          class="button primary"
          disabled={files.length === 0}
          aria-disabled={add.isBusy}
          onClick={() => add.run()}
        >
          Add
        </button>
      </div>
    </>
  );
}

function UploadProgress({ sent: { sentBytes, totalBytes } }: { readonly sent: Sent }): JSX.Element {
  const isSent = totalBytes > 0 && sentBytes === totalBytes;
  const isKnown = totalBytes > 0 && !isSent;
  return (
    <div class="model-progress">
      <progress aria-label="Upload" {...(isKnown ? { max: totalBytes, value: sentBytes } : {})} />
      <span class="muted small" role="status">
        {isSent ? 'Loading and testing the model' : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      </span>
    </div>
  );
}

/** Path relative to the chosen folder. */
function pathOf({ webkitRelativePath, name }: File): string {
  return webkitRelativePath === '' ? name : webkitRelativePath;
}
