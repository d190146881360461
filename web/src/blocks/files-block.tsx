import { ChevronRight, Download, File } from 'lucide-react';
import { useId, useState } from 'react';
import type { ViewBlock } from '../../../src/harness/module/view-block.ts';
import { sessionPath } from '../api/client.ts';
import { useShown } from '../state/open-session.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { BlockActions } from './block-actions.tsx';
import { BlockFrame } from './block-frame.tsx';
import { fileSize } from './file-size.ts';
import { keyed } from './keyed.ts';
import { ScrollArea } from './scroll-area.tsx';

type FileItem = Extract<ViewBlock, { type: 'files' }>['items'][number];

/** Formats that are shown as images. SVG is not, because it may contain scripts. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;
const MAX_PREVIEW_LENGTH = 100_000;

/** Files to look at and to download. */
export function FilesBlock({ block }: { readonly block: Extract<ViewBlock, { type: 'files' }> }) {
  const { title, items } = block;
  return (
    <BlockFrame title={title} label="Files" framed>
      {items.length === 0 && <p className="px-3 py-2 text-small text-soft">No files yet.</p>}
      <ul>
        {keyed(items, ({ name, sha256 }) => `${name} ${sha256 ?? ''}`).map(({ key, item }) => (
          <li key={key} className="border-b last:border-b-0">
            <FileRow file={item} />
          </li>
        ))}
      </ul>
    </BlockFrame>
  );
}

function FileRow({ file }: { readonly file: FileItem }) {
  const { name, mediaType, sha256, text, size, actions } = file;
  const session = useShown()?.id;
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const address = sha256 && session && sessionPath(session, `/attachments/${encodeURIComponent(sha256)}`);
  const isPicture = Boolean(address) && PICTURE.test(mediaType);
  const canOpen = isPicture || text !== undefined;
  const bytes = size ?? (text === undefined ? undefined : new Blob([text]).size);
  const line = (
    <>
      <File size={16} className="shrink-0 text-soft" aria-hidden />
      <span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      <span className="shrink-0 text-meta text-soft">
        <span className="max-sm:hidden">{mediaType}</span>
        {bytes !== undefined && <span className="ml-2 tabular-nums">{fileSize(bytes)}</span>}
      </span>
      {canOpen && (
        <ChevronRight
          size={14}
          aria-hidden
          className={classes('shrink-0 text-soft transition-transform duration-120', isOpen && 'rotate-90')}
        />
      )}
    </>
  );
  const row = 'flex min-h-9 min-w-0 flex-1 items-center gap-2 px-3 py-1 text-left text-small max-sm:min-h-11';
  return (
    <>
      <div className="flex items-center pr-1">
        {canOpen ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setOpen(!isOpen)}
            className={classes(row, 'hover:bg-hover')}
          >
            {line}
          </button>
        ) : (
          <div className={row}>{line}</div>
        )}
        {(address || text !== undefined) && (
          <IconButton
            label={`Download ${name}`}
            onClick={() => (address ? save(address, name) : saveText(text ?? '', mediaType, name))}
          >
            <Download size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {canOpen && (
        <div id={bodyId} hidden={!isOpen} className="border-t">
          {isOpen && isPicture && (
            <img src={address} alt={name} className="max-h-96 max-w-full object-contain p-3" />
          )}
          {isOpen && !isPicture && (
            <ScrollArea label={name} className="max-h-96 bg-panel">
              <pre className="w-max min-w-full px-3 py-2 font-mono text-meta leading-5">
                {text?.slice(0, MAX_PREVIEW_LENGTH)}
                {(text?.length ?? 0) > MAX_PREVIEW_LENGTH && '\n… Download the file to read all of it.'}
              </pre>
            </ScrollArea>
          )}
        </div>
      )}
      <BlockActions actions={actions} subject={name} className="px-3 pb-2 pl-9" />
    </>
  );
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

function saveText(text: string, mediaType: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  save(address, name);
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
