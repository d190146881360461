import { Bot, Copy } from 'lucide-react';
import { useId } from 'react';
import { CopyField } from '../ui/copy-field.tsx';

/** The command that gives a coding agent a lasting plan. */
export function AgentCard() {
  const id = useId();
  return (
    <section className="grid gap-x-6 gap-y-3 rounded-md border bg-raised p-4 sm:grid-cols-[1fr_minmax(0,360px)] sm:items-center">
      <div className="flex flex-col gap-1">
        <h2 className="flex items-center gap-2 font-semibold">
          <span className="grid size-7 place-items-center rounded-md bg-chosen text-accent">
            <Bot size={16} aria-hidden />
          </span>
          <label htmlFor={id}>Your coding agent</label>
        </h2>
        <p id={`${id}-help`} className="text-small text-soft">
          Run this in your project, and the plan of Claude Code survives compaction. Start Wayfold in the same
          folder to watch and correct it. For another agent, replace claude with codex, gemini, opencode,
          cursor or vscode.
        </p>
      </div>
      <CopyField
        id={id}
        text="npx wayfold install claude"
        icon={Copy}
        label="Copy"
        done="The command is copied."
      />
    </section>
  );
}
