import { Download, File } from 'lucide-react';
import { sessionPath } from '../api/client.ts';
import type { SessionState } from '../api/contracts.ts';
import { BlockFrame } from '../blocks/block-frame.tsx';
import { keyed } from '../blocks/keyed.ts';
import { usePendingAction } from '../state/commands.ts';
import { saveFile } from '../state/save-file.ts';
import { IconButton } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

type Artifact = SessionState['artifacts'][number];

/** Saves an artifact as it was at the moment on display. */
export async function saveArtifact({ id, at }: SessionState, artifact: Artifact): Promise<void> {
  const moment = at === undefined ? '' : `?at=${at}`;
  await saveFile(sessionPath(id, `/artifacts/${encodeURIComponent(artifact.id)}${moment}`), artifact.name);
}

/** The artifacts of a planner, as files to download. */
export function ArtifactFiles({ session }: { readonly session: SessionState }) {
  const { busy, problem, run, clear } = usePendingAction();
  const { artifacts } = session;
  if (artifacts.length === 0) return null;
  return (
    <div className="mt-5">
      <BlockFrame title="Results" label="Results" framed>
        <ul>
          {keyed(artifacts, ({ id }) => id).map(({ key, item }) => (
            <li
              key={key}
              className="flex min-h-9 items-center gap-2 border-b px-3 py-1 text-small last:border-b-0"
            >
              <File size={16} className="shrink-0 text-soft" aria-hidden />
              <span dir="auto" className="min-w-0 flex-1 truncate" title={item.description ?? item.name}>
                {item.name}
              </span>
              <span className="shrink-0 text-meta text-soft max-sm:hidden">{item.mediaType}</span>
              <IconButton
                label={`Download ${item.name}`}
                disabled={busy}
                onClick={() => void run(() => saveArtifact(session, item))}
              >
                <Download size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      </BlockFrame>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
