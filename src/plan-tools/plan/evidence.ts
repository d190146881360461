import { z } from 'zod';
import { shown } from '../../journal/error.ts';
import type { ToolRules } from '../calls/tool-rules.ts';
import { ToolValidationError } from '../error.ts';
import { requiredText } from './text-rules.ts';

/** The maximum length of a command or link. */
const MAX_EVIDENCE = 512;

/** Evidence that a step is done: a command that was run, or a link to the result. */
export type Evidence = { readonly command: string; readonly exitCode: number } | { readonly link: string };

/** A piece of evidence on the wire. */
export const WireEvidence = z.strictObject({
  command: z.string().optional(),
  exit_code: z.int().optional(),
  link: z.string().optional(),
});

/** The input for evidence. */
export const EvidenceInput = z
  .strictObject({
    command: z.string().optional().describe('A command that was run to check the step, in one line.'),
    exit_code: z.int().optional().describe('The exit code of the command.'),
    link: z.string().optional().describe('An http or https address that shows the result.'),
  })
  .optional()
  .describe('What shows that the step is done: a command with its exit code, a link, or both.');

/** The parsed evidence, or a refusal. */
export function evidenceFrom(
  { command, exit_code, link }: z.infer<typeof WireEvidence>,
  field: string,
  { text }: Pick<ToolRules, 'text'>,
): readonly Evidence[] {
  const line = (given: string, name: string, key: string) =>
    requiredText(given, { name, field: `${field}.${key}`, most: MAX_EVIDENCE, text });
  if (command === undefined && link === undefined) {
    throw incomplete(field, 'Evidence must be a command with its exit code, or a link.');
  }
  if ((command === undefined) !== (exit_code === undefined)) {
    const missing = command === undefined ? 'command' : 'exit_code';
    throw incomplete(`${field}.${missing}`, 'A command and its exit code must be given together.');
  }
  const found: Evidence[] = [];
  if (command !== undefined && exit_code !== undefined) {
    found.push(Object.freeze({ command: line(command, 'Command', 'command'), exitCode: exit_code }));
  }
  if (link !== undefined) {
    found.push(Object.freeze({ link: webLink(line(link, 'Link', 'link'), `${field}.link`) }));
  }
  return Object.freeze(found);
}

/** The evidence in its wire form, which `evidenceFrom` reads back. */
export function toWireEvidence(evidence: Evidence): z.infer<typeof WireEvidence> {
  return 'link' in evidence
    ? { link: evidence.link }
    : { command: evidence.command, exit_code: evidence.exitCode };
}

/** The evidence as text: `npm test exited with 0`. */
export function evidenceText(evidence: Evidence): string {
  return 'link' in evidence ? evidence.link : `${evidence.command} exited with ${evidence.exitCode}`;
}

/**
 * The evidence as a bullet of a checklist: a link, or a command in backticks. No note starts like that, because its
 * first character would be escaped.
 */
export function evidenceMarkdown(evidence: Evidence): string {
  if ('link' in evidence) return `[evidence](<${evidence.link}>)`;
  const { command, exitCode } = evidence;
  const longest = Math.max(0, ...(command.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 ? ' ' : '';
  return `${fence}${padding}${command}${padding}${fence} exited with ${exitCode}`;
}

const LINK = /^\[evidence\]\(<?(https?:\/\/[^>]+?)>?\)$/;
const COMMAND = /^(`+)(?!`)(.+?)(?<!`)\1(?!`) exited with (-?\d{1,15})$/;

/** The evidence in a bullet of a checklist, on the wire; `undefined` for any other bullet. */
export function markdownEvidence(text: string): z.infer<typeof WireEvidence> | undefined {
  const [, link] = LINK.exec(text) ?? [];
  if (link !== undefined) return { link };
  const [, fence = '', command, code] = COMMAND.exec(text) ?? [];
  if (command === undefined) return undefined;
  return { command: fence.length > 1 ? command.trim() : command, exit_code: Number(code) };
}

function webLink(link: string, field: string): string {
  // A `>` would end the link in a checklist.
  if (/^https?:\/\//i.test(link) && URL.canParse(link) && !/[\s<>]/.test(link)) return link;
  throw new ToolValidationError('invalid-tool-input', {
    field,
    message: 'Link must be an http or https address.',
    expected: `an address like https://example.com/run/7 in ${field}`,
    actual: shown(link),
    fix: 'Give the whole address, or name a command and its exit code instead.',
  });
}

function incomplete(field: string, message: string): ToolValidationError {
  return new ToolValidationError('invalid-tool-input', {
    field,
    message,
    expected: 'a command with its exit code, or a link',
    actual: 'less than that',
    fix: 'Complete the evidence, or leave it out, and call again: the plan is unchanged.',
  });
}
