import { CornerDownLeft, Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { sessionPath, upload } from '../api/client.ts';
import { sendCommand, usePendingAction } from '../state/commands.ts';
import { measured } from '../state/composer-height.ts';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { usePlanner } from '../state/sessions.ts';
import { useUnsentText } from '../state/unsent.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { MessageBox, SendKeys } from '../ui/message-box.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import type { MessageFile } from './draft-files.tsx';
import { FileChip } from './file-chip.tsx';
import { voicesIn } from './voices.ts';

/** The box for writing: to the planner, as the other side, or privately. */
export function Composer() {
  const shown = useShown();
  const present = useIsPresent();
  const planner = usePlanner(shown?.plannerId);
  const voices = voicesIn(shown, planner);
  const usual =
    shown?.heardFrom === 'person'
      ? voices[0]
      : (voices.find(({ command }) => command === 'guide') ?? voices[0]);
  // The voice is kept with the text: what was begun as a whisper must not come back as something to be sent.
  const [chosen, setChosen] = useUnsentText(`${shown?.id}/voice`);
  const voice = voices.find(({ command }) => command === chosen) ?? usual;
  const [text = '', setText] = useUnsentText(`${shown?.id}/text`);
  const { busy, problem, run, clear } = usePendingAction();
  const [files, setFiles] = useState<readonly File[]>([]);
  /** Files that are uploaded already, so that a retry does not upload them again. */
  const uploaded = useRef(new WeakMap<File, MessageFile>());
  const file = useRef<HTMLInputElement>(null);

  if (shown === undefined || !present || voice === undefined) return null;

  const isEmpty = text.trim() === '' && files.length === 0;
  const say = async () => {
    const trimmed = text.trim();
    if (isEmpty || busy) return;
    const isDone = await run(async () => {
      // Before the words: what is said may be about them.
      const attachments: MessageFile[] = [];
      for (const each of files) {
        const attached = uploaded.current.get(each) ?? (await attach(shown.id, each));
        uploaded.current.set(each, attached);
        attachments.push(attached);
      }
      if (trimmed !== '')
        await sendCommand(shown.id, {
          type: voice.command,
          text: trimmed,
          ...(voice.command === 'write' && attachments.length > 0 && { attachments }),
        });
      // They stay with the words until those are out.
      setFiles((now) => now.filter((each) => !files.includes(each)));
    });
    // What was written in the meantime is still to be said.
    if (isDone)
      setText((now = '') => (now.startsWith(text) ? now.slice(text.length).trimStart() : now) || undefined);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosenFiles = [...(target.files ?? [])];
    target.value = '';
    setFiles((now) => [
      ...now.filter((each) => !chosenFiles.some(({ name }) => name === each.name)),
      ...chosenFiles,
    ]);
  };

  return (
    <footer ref={measured} className="flex shrink-0 flex-col gap-2 border-t bg-ground px-4 py-3">
      <ProblemNote problem={problem} onClose={clear} />
      {files.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {files.map(({ name }) => (
            <FileChip
              key={name}
              name={name}
              onRemove={() => setFiles((now) => now.filter((each) => each.name !== name))}
            />
          ))}
        </div>
      )}
      <div className="flex items-end gap-2">
        <MessageBox
          aria-label={voice.label}
          placeholder={voice.placeholder}
          value={text}
          lines={1}
          onChange={({ target }) => setText(target.value)}
          onSend={say}
          className={classes(
            'max-h-48 max-sm:min-h-10! max-sm:py-2.5',
            voice.command === 'guide' && 'bg-private',
          )}
        />
        <input
          ref={file}
          type="file"
          multiple
          className="hidden"
          onChange={choose}
          aria-label="File"
          tabIndex={-1}
        />
        <IconButton label="Attach a file" onClick={() => file.current?.click()}>
          <Paperclip size={16} aria-hidden />
        </IconButton>
        <Button look="primary" onClick={say} waits={busy} disabled={isEmpty}>
          {voice.verb}
          <CornerDownLeft size={14} aria-hidden />
        </Button>
      </div>
      <div
        className={classes(
          'flex flex-wrap items-center gap-x-3 gap-y-1',
          voices.length < 2 && 'max-sm:hidden',
        )}
      >
        {voices.length > 1 && (
          <div role="radiogroup" aria-label="How to send it" className="flex gap-1">
            {voices.map(({ command, label, icon: Icon }) => (
              <label
                key={command}
                className={classes(
                  'flex h-7 cursor-pointer items-center gap-1.5 rounded-md px-2 text-meta font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  command === voice.command ? 'bg-hover text-ink' : 'text-soft hover:text-ink',
                )}
              >
                <input
                  type="radio"
                  name="voice"
                  className="sr-only"
                  checked={command === voice.command}
                  onChange={() => setChosen(command)}
                />
                <Icon size={14} aria-hidden />
                {label}
              </label>
            ))}
          </div>
        )}
        <SendKeys verb={voice.onEnter} className="ml-auto" />
      </div>
    </footer>
  );
}

async function attach(session: string, file: File): Promise<MessageFile> {
  const path = sessionPath(session, `/attachments?name=${encodeURIComponent(file.name)}`);
  const { name, mimeType, sha256 } = await upload<Required<MessageFile>>(path, file);
  return { name, mimeType, sha256 };
}
