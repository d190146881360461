import type { SessionView } from '../../../sessions/session-view.ts';
import { lastingOf, type ResourceKind } from '../resource-kind.ts';
import type { PlannerSessions } from './planner-sessions.ts';

/** How the sessions of a planner are resources. */
export interface SessionResources
  extends Pick<ResourceKind, 'scheme' | 'idName' | 'title' | 'description' | 'isId'> {
  readonly ephemeral: boolean;
  /** A session as plain data: another change than of this is none to who looks. */
  state(view: SessionView): unknown;
  read(view: SessionView, name: string): { readonly json: object; readonly markdown: string };
}

/** The sessions of a planner as resources. */
export function sessionResources(sessions: PlannerSessions, of: SessionResources): ResourceKind {
  const { ephemeral, state, read, description, ...kind } = of;
  const viewOf = async (name: string) => await (await sessions.find(name))?.view();
  return {
    ...kind,
    description: `${description} ${lastingOf(ephemeral)}`,
    idOfJournal: (journal) => sessions.nameOf(journal),
    list: async (begun) =>
      (await sessions.list(begun)).map(({ name, summary }) => ({
        id: name,
        updatedAt: summary.lastActivity,
      })),
    look: async (name) => {
      const view = await viewOf(name);
      return view && { begun: view.module.begun(view.at), state: state(view) };
    },
    read: async (name) => {
      const view = await viewOf(name);
      return view && read(view, name);
    },
  };
}
