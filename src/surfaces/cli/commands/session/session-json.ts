import type { SessionView } from '../../../../sessions/view/session-view.ts';

/** A session at one moment, as `wayfold show --json` prints it. */
export function sessionJson(view: SessionView): Readonly<Record<string, unknown>> {
  const { id, title, module, status, ready, archived, head, config, waiting, blocks, data, spent } = view;
  return {
    session: id,
    title,
    planner: module.id,
    status,
    standing: view.standing,
    ready,
    archived,
    head,
    lastActivity: view.lastActivity,
    config: config ?? null,
    waiting,
    blocks,
    data,
    artifacts: view.artifacts.map(({ id, name }) => ({ id, name })),
    spent,
  };
}
