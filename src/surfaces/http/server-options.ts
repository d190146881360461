import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { FactStore } from '../../journal/store.ts';
import type { BuiltInOptions } from '../../planners/built-in.ts';
import type { Rate } from './access/token-bucket.ts';
import type { SessionHostOptions } from './api/live/session-host.ts';
import type { Log } from './log/log.ts';
import type { ReopeningStore } from './store/reopening-store.ts';

/** What to serve, where, and to whom. */
export interface ServeOptions {
  /** The store, or the place of one that may be deleted and made again while the server runs. */
  readonly store: FactStore | ReopeningStore;
  /** Default 127.0.0.1: this machine only. Anything else needs a token. */
  readonly host?: string;
  /** Default 4180; 0 takes any free port. */
  readonly port?: number;
  readonly token?: string | undefined;
  /** Addresses of proxies that may say whom they ask for, like `127.0.0.1, 10.0.0.0/8`. */
  readonly trustedProxies?: string | undefined;
  /** The shell command that makes a first journal in this store; the page shows it when there is none. */
  readonly firstCommand?: string;
  readonly streams?: EventStreamsOptions;
  /** How many connections there may be, from one address and in all. */
  readonly connections?: ConnectionLimits;
  /** How sessions are run. */
  readonly sessions?: Omit<SessionsOptions, 'planners'>;
  /** Planners of a program's own, which run besides the built-in ones. */
  readonly planners?: readonly PlannerModule[];
  /** Which plan its MCP clients mean where they name none, and how one is brought together with those of other clones. */
  readonly sharedPlans?: SharedPlans | undefined;
  /** The address that others reach this server by, behind a proxy. */
  readonly publicUrl?: string | undefined;
  /** Told about failures that are nobody's mistake; clients see only that something failed. */
  readonly onFailure?: (error: unknown, where?: FailurePlace) => void;
  /** Told about requests, and about failures too. */
  readonly log?: Log | undefined;
}

/** The plans of a repository that its clones share. */
export interface SharedPlans {
  usualPlan(): Promise<string>;
  syncPlan(planId: string): Promise<void>;
}

/** How a server runs sessions. */
export interface SessionsOptions extends Pick<SessionHostOptions, 'atOnce' | 'idleMs' | 'ttlMs' | 'engine'> {
  /** Where the model, its keys and the names of people come from: the environment of the process unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What the built-in planners need of this machine. */
  readonly builtIn?: BuiltInOptions;
  /** Planners of a program's own, which run besides the built-in ones. */
  readonly planners?: readonly PlannerModule[];
  /** How many requests one address may send, to any route. */
  readonly rate?: RequestLimits;
  /** Where examples may keep files of their own: a folder for temporary files unless told. */
  readonly examplesFolder?: string;
}

/** How many requests a client may send. */
export interface RequestLimits extends Partial<Rate> {
  /** How many of one address may be under way at once, streams included. Behind a proxy they share its connections. */
  readonly atOnce?: number;
}

/** How many connections there may be at once. */
export interface ConnectionLimits {
  /** From one address. Those of a trusted proxy are everybody's, and not limited but by `total`. */
  readonly perAddress?: number;
  readonly total?: number;
}

/** How many event streams there may be, and how often each shows that it is alive. */
export interface EventStreamsOptions {
  readonly limit?: number;
  /** From one address. */
  readonly perAddress?: number;
  readonly heartbeatMs?: number;
}

/** Where a failure happened, as far as it is known. */
export interface FailurePlace {
  readonly requestId?: string;
  readonly session?: string;
}

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Ends the streams with a retry hint, lets requests finish, and stops listening. The store stays open. */
  close(): Promise<void>;
}
