import { CornerDownLeft, EyeOff, MessageSquareText, Paperclip, PenLine, type Send } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useRef } from 'react';
import { sessionPath, upload } from '../api/client.ts';
import { sendCommand, useDoing } from '../state/commands.ts';
import { useIsPresent, useShown } from '../state/open-session.ts';
import { usePlanner } from '../state/sessions.ts';
import { useUnsentText } from '../state/unsent.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { TextArea } from '../ui/field.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';

/** A way of saying something, offered when the planner takes its command. */
interface Voice {
  readonly command: 'say' | 'receive' | 'guide' | 'write';
  readonly label: string;
  readonly verb: string;
  readonly placeholder: string;
  readonly icon: typeof Send;
}

const VOICES: readonly Voice[] = [
  {
    command: 'say',
    label: 'Message',
    verb: 'Send',
    placeholder: 'Write to the planner',
    icon: MessageSquareText,
  },
  {
    command: 'receive',
    label: 'Receive',
    verb: 'Receive',
    placeholder: 'What they wrote',
    icon: MessageSquareText,
  },
  {
    command: 'write',
    label: 'Write yourself',
    verb: 'Send',
    placeholder: 'Write to the other side in your own words',
    icon: PenLine,
  },
  {
    command: 'guide',
    label: 'Whisper',
    verb: 'Whisper',
    placeholder: 'Guide the planner; the other side does not see this',
    icon: EyeOff,
  },
];

/** Where a person writes: to the planner, as the other side, or in a whisper. */
export function Composer() {
  const shown = useShown();
  const present = useIsPresent();
  const commands = usePlanner(shown?.plannerId)?.commands ?? [];
  // What a transport brings is not for a person to write.
  const isHandedIn = shown?.heardFrom === 'person';
  const voices = VOICES.filter(
    ({ command }) => commands.includes(command) && (command !== 'receive' || isHandedIn),
  );
  const usual = isHandedIn ? voices[0] : (voices.find(({ command }) => command === 'guide') ?? voices[0]);
  // The voice is kept with the text: what was begun as a whisper must not come back as something to be sent.
  const [chosen, setChosen] = useUnsentText(`${shown?.id}/voice`);
  const voice = voices.find(({ command }) => command === chosen) ?? usual;
  const [text = '', setText] = useUnsentText(`${shown?.id}/text`);
  const { busy, problem, run, clear } = useDoing();
  const attaching = useDoing();
  const file = useRef<HTMLInputElement>(null);

  if (shown === undefined || shown.archived || shown.readOnly || !present || voice === undefined) return null;

  const say = async () => {
    const said = text.trim();
    if (said === '' || busy) return;
    const command = { type: voice.command, text: said };
    if (!(await run(() => sendCommand(shown.id, command)))) return;
    // What was written in the meantime is still to be said.
    setText((now = '') => (now.startsWith(text) ? now.slice(text.length).trimStart() : now) || undefined);
  };
  const attach = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [first] = target.files ?? [];
    target.value = '';
    if (first === undefined) return;
    const path = sessionPath(shown.id, `/attachments?name=${encodeURIComponent(first.name)}`);
    await attaching.run(() => upload(path, first));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void say();
    }
  };

  return (
    <footer className="flex shrink-0 flex-col gap-2 border-t bg-ground px-4 py-3">
      <ProblemNote problem={problem} onClose={clear} />
      <ProblemNote problem={attaching.problem} onClose={attaching.clear} />
      <div className="flex items-end gap-2">
        <TextArea
          aria-label={voice.label}
          placeholder={voice.placeholder}
          value={text}
          lines={1}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className={classes(
            'max-h-48 max-sm:min-h-10! max-sm:py-2.5',
            voice.command === 'guide' && 'bg-private',
          )}
        />
        <input ref={file} type="file" className="hidden" onChange={attach} aria-label="File" tabIndex={-1} />
        <IconButton label="Attach a file" waits={attaching.busy} onClick={() => file.current?.click()}>
          <Paperclip size={16} aria-hidden />
        </IconButton>
        <Button look="primary" onClick={say} waits={busy} disabled={text.trim() === ''}>
          {voice.verb}
          <CornerDownLeft size={14} aria-hidden />
        </Button>
      </div>
      {voices.length > 1 && (
        <div role="radiogroup" aria-label="How to send it" className="flex gap-1">
          {voices.map(({ command, label, icon: Icon }) => (
            <label
              key={command}
              className={classes(
                'flex h-7 cursor-pointer items-center gap-1.5 rounded-md px-2 text-meta font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent',
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
    </footer>
  );
}
