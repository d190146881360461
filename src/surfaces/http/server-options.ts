import type { PlannerModule } from '../../harness/module/planner-module.ts';
import type { FactStore } from '../../journal/store.ts';
import type { BuiltInOptions } from '../../planners/built-in.ts';
import type { Rate } from './access/token-bucket.ts';
import type { SessionHostOptions } from './api/live/session-host.ts';
import type { Log } from './log/log.ts';
import type { ReopeningStore } from './store/reopening-store.ts';

/** What to serve, where, and to whom. */
export interface ServeOptions {
  /** The store, or a source for one that may be deleted and recreated while the server runs. */
  readonly store: FactStore | ReopeningStore;
  /** Default 127.0.0.1: this machine only. Anything else needs a token. */
  readonly host?: string;
  /** Default 4180; 0 uses any free port. */
  readonly port?: number;
  readonly token?: string | undefined;
  /** Addresses of proxies whose forwarding headers are trusted, like `127.0.0.1, 10.0.0.0/8`. */
  readonly trustedProxies?: string | undefined;
  /** The shell command that creates a first journal in this store; the page shows it if there is none. */
  readonly firstCommand?: string;
  readonly streams?: EventStreamsOptions;
  /** The maximum number of connections, per address and in total. */
  readonly connections?: ConnectionLimits;
  /** Options for running sessions. */
  readonly sessions?: Omit<SessionsOptions, 'planners'>;
  /** The program's own planners, in addition to the built-in ones. */
  readonly planners?: readonly PlannerModule[];
  /** The default plan for its MCP clients, and how it is merged with those of other clones. */
  readonly sharedPlans?: SharedPlans | undefined;
  /** The address of this server for others, behind a proxy. */
  readonly publicUrl?: string | undefined;
  /** Called for internal failures; clients see only that something failed. */
  readonly onFailure?: (error: unknown, where?: FailurePlace) => void;
  /** Logs requests and failures. */
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

/** A listening server. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Ends the streams with a retry hint, lets requests finish, and stops listening. The store stays open. */
  close(): Promise<void>;
}
