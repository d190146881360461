import { Bot, Copy } from 'lucide-react';
import { useId } from 'react';
import { CopyField } from '../ui/copy-field.tsx';

/** How a coding agent keeps its plan in this server, so that it is seen and corrected here. */
export function AgentCard() {
  const id = useId();
  return (
    <li className="flex flex-col gap-3 rounded-md border bg-raised p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <span className="grid size-7 place-items-center rounded-md bg-chosen text-accent">
          <Bot size={16} aria-hidden />
        </span>
        <label htmlFor={id}>Your coding agent</label>
      </h2>
      <p id={`${id}-help`} className="flex-1 text-small text-soft">
        Its plan survives every summary of its context, and you watch and correct it here. In the project that
        this server keeps its data in, for Claude Code; or codex, gemini, opencode, cursor, vscode:
      </p>
      <CopyField
        id={id}
        text="npx wayfold install claude"
        icon={Copy}
        label="Copy"
        done="The command is copied."
      />
    </li>
  );
}
