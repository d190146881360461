import { useState } from 'react';
import type { Pass } from '../api/contracts.ts';
import { durationText } from '../ui/amount.ts';
import { Button } from '../ui/button.tsx';

type ModelCall = Pass['calls'][number];

/** The model calls of a pass; prompts and answers are read on request. */
export function ModelCalls({
  calls,
  hasFailed,
}: {
  readonly calls: readonly ModelCall[];
  /** Whether the pass failed, so that a model may have been asked without an answer. */
  readonly hasFailed: boolean;
}) {
  if (calls.length === 0)
    return <p className="text-small text-soft">{hasFailed ? 'No model answered.' : 'No model was asked.'}</p>;
  return (
    <ol className="flex flex-col gap-2" aria-label="Model calls">
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no names, and never change places
        <li key={at} className="rounded-md border bg-raised p-3">
          <p className="flex flex-wrap gap-x-3 text-meta text-soft">
            <span className="font-mono text-ink">{call.model ?? 'model'}</span>
            <span>{call.inputTokens} tokens in</span>
            <span>{call.outputTokens} out</span>
            {call.durationMs !== null && <span>{durationText(call.durationMs)}</span>}
            {call.failed && <span className="text-bad">failed</span>}
          </p>
          <div className="mt-2 flex flex-col gap-2">
            {call.prompt !== null && <Kept label="Prompt" address={call.prompt} />}
            {call.answer !== null && <Kept label="Answer" address={call.answer} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A text stored beside the journal. */
function Kept({ label, address }: { readonly label: string; readonly address: string }) {
  const [text, setText] = useState<string>();
  const read = async () => {
    const answer = await fetch(address).catch(() => undefined);
    setText(answer?.ok ? readable(await answer.text()) : 'It could not be read. Try again.');
  };
  if (text === undefined) {
    return (
      <div>
        <Button onClick={read}>Show {label.toLowerCase()}</Button>
      </div>
    );
  }
  return (
    <div>
      <p className="text-meta text-soft">{label}</p>
      <pre className="max-h-96 overflow-auto font-mono text-meta break-words whitespace-pre-wrap">{text}</pre>
    </div>
  );
}

/** The texts of a prompt, which is stored as JSON. */
function readable(text: string): string {
  try {
    const { system, messages } = JSON.parse(text) as {
      readonly system?: string;
      readonly messages?: readonly { readonly role: string; readonly text: string }[];
    };
    if (messages === undefined) return text;
    return [system, ...messages.map((message) => `[${message.role}]\n${message.text}`)]
      .filter(Boolean)
      .join('\n\n');
  } catch {
    return text;
  }
}
