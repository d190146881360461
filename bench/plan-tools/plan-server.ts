import type { Step } from '../journal/plan.ts';
import type { Connection, Launch } from './connection.ts';

/** What is left of a plan when the machine, or only the server, stops after a call was answered. */
export type Durability = 'on the disk' | 'in a file' | 'in memory';

export interface KeptStep {
  readonly title: string;
  readonly done: boolean;
}

/** A server of plan tools, and what its tools are called. Steps are counted from 0. */
export interface PlanServer {
  readonly name: string;
  readonly keeps: Durability;
  launch(): Promise<Launch>;
  /** Replaces the plan by one with the first `steps` steps, each ready to be marked as done. */
  begin(connection: Connection, steps: number): Promise<void>;
  markDone(connection: Connection, index: number): Promise<void>;
  addStep(connection: Connection, step: Pick<Step, 'title' | 'detail'>): Promise<void>;
  /** The plan as it was kept, or undefined where there is no way to read it. */
  read(connection: Connection): Promise<readonly KeptStep[] | undefined>;
}
