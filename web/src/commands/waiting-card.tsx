import { CircleAlert, CircleHelp, Hand } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { CommandCall } from '../../../src/harness/module/view-block.ts';
import type { WaitingOption } from '../../../src/harness/module/waiting-item.ts';
import { keyed } from '../blocks/keyed.ts';
import { MarkdownText } from '../blocks/markdown-text.tsx';
import { WaitingFrame } from '../conversation/waiting-frame.tsx';
import { isFailureItem } from '../state/attention.ts';
import { usePendingAction } from '../state/commands.ts';
import { Button } from '../ui/button.tsx';
import { MessageBox, SendKeys } from '../ui/message-box.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { ActionButton } from './action-button.tsx';
import { answerField, type CommandField, fieldsOf } from './command-fields.ts';
import { CommandForm } from './command-form.tsx';
import { useKnownCommand } from './command-forms.tsx';
import { readForm } from './form-values.ts';
import type { WaitingDescription, WaitingForm } from './session-command.ts';

/** A waiting item: its options as buttons, and a box for an answer. */
export function WaitingCard({
  item: { type, text, details, options = [], form, placeholder },
  onCommand,
  disabled = false,
}: {
  readonly item: WaitingDescription;
  readonly onCommand: (command: CommandCall) => unknown;
  readonly disabled?: boolean;
}) {
  const promptId = useId();
  const field = form && answerField(fieldsOf(form.input, form.command), form.field);
  // A question may be skipped, which is no decision.
  const isQuestion = field !== undefined && options.every(({ id }) => id === 'skip');
  const wordless = field && wordlessOption(options, form, field);
  const isFailure = isFailureItem({ type });
  const leads = wordless !== undefined && wordless === options[0];
  const decision = (
    <WaitingOptions
      options={options.filter((option) => option !== wordless)}
      {...(leads && { look: 'plain' })}
      disabled={disabled}
      onCommand={onCommand}
    />
  );
  const answer = form && field && (
    <AnswerBox
      form={form}
      field={field}
      promptId={promptId}
      disabled={disabled}
      isMain={isQuestion}
      leads={leads}
      placeholder={placeholder}
      wordless={wordless}
      onCommand={onCommand}
    />
  );
  return (
    <WaitingFrame
      icon={isFailure ? CircleAlert : isQuestion ? CircleHelp : Hand}
      label={text}
      title={isFailure ? 'This failed' : isQuestion ? 'A question for you' : 'Your decision'}
      isFailure={isFailure}
    >
      <div id={promptId}>
        <MarkdownText links="read" text={text} />
      </div>
      {details && <Details text={details} />}
      {!isQuestion && !leads && decision}
      {answer}
      {leads && decision}
      {isQuestion && (
        <WaitingOptions options={options} look="quiet" disabled={disabled} onCommand={onCommand} />
      )}
      {form && !field && (
        <CommandForm
          command={form.command}
          input={form.input}
          label={text}
          submitLabel="Send"
          disabled={disabled}
          onCommand={onCommand}
        />
      )}
    </WaitingFrame>
  );
}

/**
 * The option that does without words, or with standard words, what the form does with a person's words: both become one
 * button.
 */
export function wordlessOption(
  options: readonly WaitingOption[],
  form: WaitingForm,
  field: CommandField,
): WaitingOption | undefined {
  const known = Object.entries(form.command);
  return options.find(
    ({ command, edit = [] }) =>
      known.every(([name, value]) => command[name] === value) &&
      Object.keys(command).every((name) => name in form.command || name === field.name) &&
      edit.length === 0,
  );
}

/** Longer details are folded, so that the actions stay in view. */
const MAX_DETAILS_LENGTH = 300;

function Details({ text }: { readonly text: string }) {
  const [first = '', ...rest] = text.split(/\n{2,}/);
  if (text.length <= MAX_DETAILS_LENGTH || rest.length === 0) {
    return <MarkdownText links="read" text={text} className="text-small text-soft" />;
  }
  return (
    <>
      <MarkdownText links="read" text={first} className="text-small text-soft" />
      <details className="text-small text-soft">
        <summary className="w-max rounded-sm font-medium hover:text-ink max-sm:py-2">Details</summary>
        <MarkdownText links="read" text={rest.join('\n\n')} className="pt-2" />
      </details>
    </>
  );
}

/** The options of a waiting item, as buttons, with the last refusal below them. */
export function WaitingOptions({
  options,
  look,
  disabled,
  onCommand,
}: {
  readonly options: readonly WaitingOption[];
  /** The look of all buttons; by default the first is highlighted. */
  readonly look?: 'quiet' | 'plain';
  readonly disabled: boolean;
  readonly onCommand: (command: CommandCall) => unknown;
}) {
  const { busy, problem, run, clear } = usePendingAction();
  if (options.length === 0) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {keyed(options, ({ id, label }) => id ?? label).map(({ key, item }, at) => (
          <ActionButton
            key={key}
            action={item}
            look={look ?? (at === 0 ? 'primary' : 'plain')}
            disabled={disabled || busy}
            className="min-h-8 py-1.5"
            onRun={run}
            onCommand={onCommand}
          />
        ))}
      </div>
      <ProblemNote problem={problem} onClose={clear} />
    </>
  );
}

/** A box for an answer in words. Enter sends it, Shift+Enter starts a new line. */
export function AnswerBox({
  form: { command, input },
  field,
  promptId,
  disabled,
  isMain,
  leads = false,
  placeholder,
  wordless,
  onCommand,
}: {
  readonly form: WaitingForm;
  readonly field: CommandField;
  readonly promptId: string;
  readonly disabled: boolean;
  /** Whether it is the only action. */
  readonly isMain: boolean;
  /** Whether it is the usual action. */
  readonly leads?: boolean;
  readonly placeholder?: string | undefined;
  /** Sent if the box is empty; without it, an answer is required. */
  readonly wordless?: WaitingOption | undefined;
  readonly onCommand: (command: CommandCall) => unknown;
}) {
  const title = useKnownCommand(command.type)?.title;
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const errorId = useId();
  const { busy, problem, run, clear } = usePendingAction();
  const isBlank = text.trim() === '';
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || disabled) return;
    if (isBlank) {
      if (wordless) await run(async () => onCommand(wordless.command));
      return;
    }
    const answer = readForm(fieldsOf(input, command), { [field.name]: text.trim() });
    setError(answer.ok ? undefined : answer.errors[field.name]);
    if (!answer.ok) return;
    if (await run(async () => onCommand({ ...command, ...answer.input, type: command.type }))) setText('');
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <MessageBox
          lines={1}
          value={text}
          disabled={disabled}
          aria-labelledby={promptId}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          placeholder={
            placeholder ??
            field.placeholder ??
            (isMain ? 'Your answer' : wordless ? `${field.label} (optional)` : field.label)
          }
          className="min-w-0 flex-1 max-sm:min-h-10! max-sm:py-2"
          onChange={({ target }) => setText(target.value)}
          onSend={submit}
        />
        <Button
          type="submit"
          look={isMain || leads ? 'primary' : 'plain'}
          waits={busy}
          disabled={disabled || (isBlank && wordless === undefined)}
        >
          {isMain ? 'Send' : (wordless?.label ?? title ?? 'Send')}
        </Button>
      </div>
      <SendKeys verb="sends" />
      {error && (
        <p id={errorId} role="alert" className="text-meta font-medium text-bad">
          {error}
        </p>
      )}
      <ProblemNote problem={problem} onClose={clear} />
    </form>
  );
}
