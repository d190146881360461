import { useEffect, useState } from 'react';
import { ApiProblem, readText } from '../../api/client.ts';
import { whenHeard } from '../../state/connection.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';

/** A text that is kept beside the facts, read when somebody wants to see it. */
export function StoredText({ path, label }: { readonly path: string; readonly label: string }) {
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem>();
  useEffect(() => {
    const controller = new AbortController();
    whenHeard(() => readText(path, controller.signal)).then(
      (read) => {
        if (!controller.signal.aborted) setText(read);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof ApiProblem)) throw error;
        setProblem(error);
      },
    );
    return () => controller.abort();
  }, [path]);
  if (problem) return <ProblemNote problem={problem} />;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border bg-panel px-3 py-2 font-mono text-meta break-words whitespace-pre-wrap"
    >
      {text ?? 'Loading…'}
    </section>
  );
}
