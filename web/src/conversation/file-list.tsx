import { Paperclip } from 'lucide-react';
import { sessionPath } from '../api/client.ts';
import { useOpenSession } from '../state/open-session.ts';
import type { ShownFile } from './message-item.ts';

const PICTURES = /^image\/(?:png|jpeg|gif|webp)$/;

/** Attached files, with previews of images. */
export function FileList({ files }: { readonly files: readonly ShownFile[] }) {
  const id = useOpenSession((state) => state.id);
  if (files.length === 0 || id === undefined) return null;
  return (
    <ul className="flex min-w-0 flex-wrap gap-2" aria-label="Files">
      {files.map(({ name, mimeType = '', sha256, size }) => {
        const address = sha256 && sessionPath(id, `/attachments/${sha256}`);
        return (
          <li key={`${name}-${sha256 ?? ''}`} className="max-w-full rounded-sm border bg-ground">
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              download={PICTURES.test(mimeType) ? undefined : name}
              className="flex max-w-56 flex-col text-meta"
            >
              {address && PICTURES.test(mimeType) && (
                <img src={address} alt="" className="h-28 w-56 rounded-t-sm border-b object-cover" />
              )}
              <span className="flex items-center gap-1.5 px-2 py-1">
                <Paperclip size={14} className="shrink-0 text-soft" aria-hidden />
                <span className="min-w-0 truncate" title={name}>
                  {name}
                </span>
                {size !== undefined && <span className="shrink-0 text-soft">{sizeText(size)}</span>}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
