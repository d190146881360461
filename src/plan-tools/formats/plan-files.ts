import { systemClock, timestamp } from '../../journal/clock.ts';
import { shown } from '../../journal/error.ts';
import { selectLatest } from '../../kernel/session/session.ts';
import { callTogether, type ToolResult } from '../calls/tool.ts';
import type { TextRules } from '../calls/tool-rules.ts';
import { toWire } from '../calls/wire.ts';
import { PlanImportError } from '../error.ts';
import { Plan } from '../plan/plan.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import { suffixOf } from '../plan/plan-number.ts';
import type { PlanningToolsSection } from '../prompt/planning-tools-section.ts';
import { renderPlan } from '../prompt/render-plan.ts';
import { type PlanFile, readBacklogPlan } from './backlog-plan.ts';
import { beadsExport } from './beads-export.ts';
import { isBeads, readBeadsPlan } from './beads-plan.ts';
import { importCalls } from './import-calls.ts';
import type { LeftOut } from './import-omissions.ts';
import { readJsonPlan } from './json-plan.ts';
import { readMarkdownPlan } from './markdown-plan.ts';
import { taskMasterExport } from './task-master-export.ts';
import { isTaskMaster, readTaskMasterPlan } from './task-master-plan.ts';

/** The formats that plans can be imported from. */
export const IMPORT_FORMATS = ['markdown', 'json', 'task-master', 'beads', 'backlog'] as const;
/** The formats that plans can be exported to. */
export const EXPORT_FORMATS = ['markdown', 'json', 'task-master', 'beads'] as const;

/** One of {@link IMPORT_FORMATS}. */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Options for importing a plan. */
export interface ImportPlanOptions {
  /** The objective, if the file has none. */
  readonly objective?: string | undefined;
  /** Which list of a task-master file with several. */
  readonly tag?: string | undefined;
  /** Import only if the session is still at this version: 0 for one without a plan. */
  readonly expectedVersion?: number | undefined;
  /** The author recorded with the calls. */
  readonly by?: string | undefined;
}

/** The result of an import, and what in the file is not in the plan unchanged. */
export interface ImportResult extends ToolResult {
  readonly leftOut: readonly LeftOut[];
}

/**
 * Exports the plan. `importPlan` restores the same plan from Markdown and JSON; other tools' formats contain what
 * they have fields for. Those record the time of the export: `at`, ISO 8601.
 */
export function exportPlan(
  plan: Plan,
  format: ExportFormat = 'markdown',
  at: string = timestamp(systemClock.now()),
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(toWire(plan), null, 2)}\n`;
    case 'beads':
      return beadsExport(plan, at);
    case 'task-master':
      return taskMasterExport(plan, at);
    default:
      return `${renderPlan(plan)}\n`;
  }
}

/**
 * Replaces the session's plan with the one in a file, through the tool calls that an agent would make, as one
 * change. The whole file is validated first: if it is refused, with a `PlanImportError` that says where, nothing
 * was called. The result lists what in the file is not in the plan.
 */
export async function importPlan(
  section: PlanningToolsSection,
  text: string | readonly PlanFile[],
  format: ImportFormat = formatOf(text),
  { expectedVersion, by, ...options }: ImportPlanOptions = {},
): Promise<ImportResult> {
  const { session } = section;
  const draft = draftFrom(text, format, { ...options, text: section.text });
  const before = await selectLatest(session, Plan);
  const calls = importCalls(draft, options.objective, section, before);
  // The ids of a shared plan continue from those it has.
  const isShared = suffixOf(before) !== undefined;
  const at = expectedVersion ?? (isShared ? session.version : undefined);
  const result = await callTogether(session, calls, { expectedVersion: at, by });
  return { ...result, leftOut: draft.leftOut ?? [] };
}

/** Guesses the format of a file. Several files are tasks of Backlog.md. */
export function formatOf(text: string | readonly PlanFile[]): ImportFormat {
  if (typeof text !== 'string') return 'backlog';
  if (isBeads(text)) return 'beads';
  if (/^\ufeff?---\r?\n(?:(?!---).*\n)*?id: /.test(text)) return 'backlog';
  if (!/^\ufeff?\s*\{/.test(text)) return 'markdown';
  return isTaskMaster(parsedJson(text)) ? 'task-master' : 'json';
}

function draftFrom(
  given: string | readonly PlanFile[],
  format: ImportFormat,
  { tag, text: rules }: ImportPlanOptions & { readonly text: TextRules },
): PlanDraft {
  const files = typeof given === 'string' ? [{ path: 'the file', text: given }] : given;
  const text = files.map((file) => file.text).join('\n');
  switch (format) {
    case 'beads':
      return readBeadsPlan(text, rules);
    case 'backlog':
      return readBacklogPlan(files, rules);
    case 'markdown':
      return listIn(readMarkdownPlan(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')));
    case 'json':
      return readJsonPlan(parsedJson(text));
    case 'task-master':
      return readTaskMasterPlan(parsedJson(text), tag, rules);
    default:
      throw unknownFormat(format);
  }
}

/** A text file without a list is not a plan, unless it has nothing but a heading: then it is a plan without steps. */
function listIn(draft: PlanDraft): PlanDraft {
  if (draft.steps.length > 0 || draft.leftOut?.length === 0) return draft;
  throw new PlanImportError({
    summary: 'The text has no list of steps.',
    fix: 'Write the steps as a list, and import the file again.',
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new PlanImportError({
      summary: `The file is not JSON: ${cause instanceof Error ? cause.message : shown(cause)}.`,
      fix: 'Correct the file, or name its format if it is not JSON.',
      cause,
    });
  }
}

function unknownFormat(format: never): PlanImportError {
  return new PlanImportError({
    expected: `one of the formats ${IMPORT_FORMATS.join(', ')}`,
    actual: shown(format),
    fix: 'Name one of them, or none to have it guessed.',
  });
}
