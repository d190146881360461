import { Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { sessionPath, upload } from '../api/client.ts';
import { usePendingAction } from '../state/commands.ts';
import { useOpenSession } from '../state/open-session.ts';
import { Button } from '../ui/button.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { FileChip } from './file-chip.tsx';

/** A file as a message refers to it. */
export interface MessageFile {
  readonly name: string;
  readonly mimeType?: string;
  readonly sha256?: string;
}

/** The files of a draft that is being edited, which can be removed and added. */
export function DraftFiles({
  files,
  onChange,
}: {
  readonly files: readonly MessageFile[];
  readonly onChange: (files: readonly MessageFile[]) => void;
}) {
  const id = useOpenSession((state) => state.id);
  const input = useRef<HTMLInputElement>(null);
  const { busy, problem, run, clear } = usePendingAction();
  const add = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file === undefined || id === undefined) return;
    await run(async () => {
      const path = sessionPath(id, `/attachments?name=${encodeURIComponent(file.name)}`);
      const { name, mimeType, sha256 } = await upload<Required<MessageFile>>(path, file);
      onChange([...files.filter((each) => each.name !== name), { name, mimeType, sha256 }]);
    });
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {files.map(({ name }) => (
          <FileChip
            key={name}
            name={name}
            onRemove={() => onChange(files.filter((each) => each.name !== name))}
          />
        ))}
        <input
          ref={input}
          type="file"
          className="hidden"
          onChange={add}
          aria-label="File for the draft"
          tabIndex={-1}
        />
        <Button look="quiet" waits={busy} onClick={() => input.current?.click()}>
          <Paperclip size={14} aria-hidden />
          Add a file
        </Button>
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </div>
  );
}
