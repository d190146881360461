import { create } from 'zustand';
import { ApiProblem, ask } from '../api/client.ts';
import type { Model, PlannerLine, SessionLine } from '../api/contracts.ts';
import { openLiveStream } from '../api/live-stream.ts';

export interface SessionsState {
  /** Latest first; `undefined` until they are known. */
  readonly lines: readonly SessionLine[] | undefined;
  readonly planners: readonly PlannerLine[];
  readonly model: Model | undefined;
  readonly problem: ApiProblem | undefined;
}

/** Every session of the store, as the server lists it. */
export const useSessions = create<SessionsState>(() => ({
  lines: undefined,
  planners: [],
  model: undefined,
  problem: undefined,
}));

/** A loaded planner; undefined if it is not loaded, or not known yet. */
export function usePlanner(id: string | undefined): PlannerLine | undefined {
  return useSessions(({ planners }) => planners.find((planner) => planner.id === id));
}

/** The titles of sessions by id; the id of a session without a title. */
export function useTitles(): (id: string) => string {
  const lines = useSessions((state) => state.lines);
  return (id) => lines?.find((line) => line.id === id)?.title || id;
}

/** A stream usually opens within milliseconds. */
const LATE_MS = 1000;

/** Keeps the list up to date while the page is open. */
export function followSessions(): () => void {
  let asking = 0;
  const readAll = async () => {
    const turn = ++asking;
    try {
      const [{ model, planners }, { sessions }] = await Promise.all([
        ask<{ model: Model; planners: readonly PlannerLine[] }>('/api/planners'),
        ask<{ sessions: readonly SessionLine[] }>('/api/sessions'),
      ]);
      if (turn !== asking) return;
      useSessions.setState({ model, planners, lines: latestFirst(sessions), problem: undefined });
    } catch (error) {
      if (error instanceof ApiProblem) useSessions.setState({ problem: error });
      else throw error;
    }
  };
  // A stream that takes its time does not keep the list back.
  const late = setTimeout(() => void readAll(), LATE_MS);
  const end = openLiveStream({
    address: () => '/api/sessions/events',
    onRefused: () => void readAll(),
    on: {
      // From here on nothing is missed, so what is read now is kept up by what comes.
      ready: () => {
        clearTimeout(late);
        void readAll();
      },
      session: (data) => putLine(data as SessionLine),
      gone: (data) => dropLine((data as { readonly id: string }).id),
    },
  });
  return () => {
    clearTimeout(late);
    end();
  };
}

/** Shows a session in the list at once, before the stream delivers it. */
export function putLine(line: SessionLine): void {
  useSessions.setState(({ lines = [] }) => {
    const known = lines.find(({ id }) => id === line.id);
    if (known !== undefined && known.head > line.head) return {};
    return { lines: latestFirst([line, ...lines.filter(({ id }) => id !== line.id)]) };
  });
}

function dropLine(id: string): void {
  useSessions.setState(({ lines }) => (lines ? { lines: lines.filter((line) => line.id !== id) } : {}));
}

function latestFirst(lines: readonly SessionLine[]): readonly SessionLine[] {
  return lines.toSorted((a, b) => b.lastActivity.localeCompare(a.lastActivity));
}
