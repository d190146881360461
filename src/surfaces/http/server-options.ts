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

/** Options for running sessions. */
export interface SessionsOptions extends Pick<SessionHostOptions, 'atOnce' | 'idleMs' | 'ttlMs' | 'engine'> {
  /** The source of the model, its keys and the names of people. Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Options for the built-in planners. */
  readonly builtIn?: BuiltInOptions;
  /** The program's own planners, in addition to the built-in ones. */
  readonly planners?: readonly PlannerModule[];
  /** The number of requests one address may send, to any route. */
  readonly rate?: RequestLimits;
  /** The folder for the files of examples. Default: a temporary directory. */
  readonly examplesFolder?: string;
}

/** The request limits of a client. */
export interface RequestLimits extends Partial<Rate> {
  /**
   * The number of concurrent requests of one address, streams included. Clients behind an untrusted proxy share its
   * limit.
   */
  readonly atOnce?: number;
}

/** The limits of open connections. */
export interface ConnectionLimits {
  /** From one address. Connections of a trusted proxy count only towards `total`. */
  readonly perAddress?: number;
  readonly total?: number;
}

/** The limits of event streams, and their heartbeat. */
export interface EventStreamsOptions {
  readonly limit?: number;
  /** From one address. */
  readonly perAddress?: number;
  readonly heartbeatMs?: number;
}

/** Where a failure happened, as far as known. */
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
