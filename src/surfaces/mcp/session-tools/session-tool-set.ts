import type { ToolSetOptions } from '../load-tool-sets.ts';
import { type PlannerTool, registerPlannerTool } from '../planner-tool.ts';
import { lifetimeText, type ResourceKind } from '../resource-kind.ts';
import type { ToolSet } from '../tool-set.ts';
import type { PlannerSessions } from './planner-sessions.ts';
import { SessionCalls } from './session-calls.ts';
import type { SessionTerms } from './session-terms.ts';

/** Tools over the sessions of a planner. */
export interface SessionTools {
  readonly terms: SessionTerms;
  /** Instructions for the agent. */
  readonly guide: string;
  tools(calls: SessionCalls): readonly PlannerTool[];
}

/** The tool set that a server offers, with the sessions as resources. */
export function sessionToolSet(
  sessions: PlannerSessions,
  { terms, guide, tools }: SessionTools,
  { ephemeral = false, onError }: Pick<ToolSetOptions, 'ephemeral' | 'onError'>,
): ToolSet {
  const calls = new SessionCalls(sessions, terms);
  return {
    instructions: guide,
    resources: sessionResources(calls, ephemeral),
    calls: async () => calls,
    register: (server, options) => {
      for (const tool of tools(calls)) registerPlannerTool(server, tool, { ...options, onError });
    },
  };
}

/** The sessions of a tool set as resources. */
export function sessionResources(calls: SessionCalls, ephemeral = false): ResourceKind {
  const { sessions, terms } = calls;
  const { scheme, idName, title, description, isId } = terms;
  const viewOf = async (name: string) => await (await sessions.find(name))?.view();
  return {
    scheme,
    idName,
    title,
    isId,
    description: `${description} ${lifetimeText(ephemeral)}`,
    idOfJournal: (journal) => sessions.nameOf(journal),
    list: async (begun) =>
      (await sessions.list(begun)).map(({ name, summary }) => ({
        id: name,
        updatedAt: summary.lastActivity,
      })),
    look: async (name) => {
      const view = await viewOf(name);
      if (view === undefined) return undefined;
      const { module, at, title: called, status, waiting, blocks, data } = view;
      return { begun: module.begun(at), state: { called, status, waiting, blocks, data } };
    },
    read: async (name) => {
      const view = await viewOf(name);
      return view && { json: terms.json(view, name), markdown: calls.markdown(view) };
    },
  };
}
