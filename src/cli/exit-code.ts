import type { HarnessErrorCode } from '../harness/error.ts';
import type { A2aErrorCode } from '../host/a2a/error.ts';
import type { ConfigurationErrorCode } from '../host/config/error.ts';
import type { EngineErrorCode } from '../host/engine/error.ts';
import type { HostErrorCode } from '../host/error.ts';
import type { JournalErrorCode } from '../journal/error.ts';
import type { KernelErrorCode } from '../kernel/error.ts';
import type { ModelErrorCode } from '../model/error.ts';
import type { PlanToolsErrorCode } from '../plan-tools/error.ts';
import type { CommitsErrorCode } from '../planners/commits/error.ts';
import type { DrafterErrorCode } from '../planners/drafter/error.ts';
import type { ScenarioErrorCode } from '../planners/scenario/error.ts';
import type { PlannerErrorCode } from '../planners/tasks/error.ts';
import type { ExecutorErrorCode } from '../planners/tasks/executors/error.ts';
import type { TripErrorCode } from '../planners/trip/error.ts';
import type { PlacesErrorCode } from '../planners/trip/places/error.ts';
import type { SolveErrorCode } from '../planners/trip/solve/error.ts';
import type { ServerErrorCode } from '../server/error.ts';
import type { CliErrorCode } from './error.ts';

export const EXIT = {
  ok: 0,
  unexpected: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  damaged: 5,
  storeUnavailable: 6,
  incomplete: 7,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What stands in every `--help`. */
export const EXIT_CODES_HELP = `  0    done
  1    unexpected failure
  2    wrong usage or input
  3    not found (journal, file, data directory)
  4    refused (exists, not at that seq, declined, port in use, unusable file)
  5    damage found (verify, import)
  6    store unavailable (locked, full, corrupt, newer, unreachable, read-only)
  7    not all was done (a task failed, was cancelled, or waits for somebody)
  130  interrupted (129 when its terminal closed, 143 when terminated)`;

type KnownCode =
  | A2aErrorCode
  | CliErrorCode
  | CommitsErrorCode
  | ConfigurationErrorCode
  | DrafterErrorCode
  | EngineErrorCode
  | ExecutorErrorCode
  | HarnessErrorCode
  | HostErrorCode
  | JournalErrorCode
  | KernelErrorCode
  | ModelErrorCode
  | PlacesErrorCode
  | PlannerErrorCode
  | PlanToolsErrorCode
  | ScenarioErrorCode
  | ServerErrorCode
  | SolveErrorCode
  | TripErrorCode;

const BY_CODE: Record<KnownCode, ExitCode> = {
  InvalidCommand: EXIT.refused,
  LlmError: EXIT.refused,
  ParseError: EXIT.usage,
  TaskNotFound: EXIT.notFound,
  'address-unavailable': EXIT.refused,
  'agent-address-refused': EXIT.usage,
  'agent-card-invalid': EXIT.refused,
  'agent-refused': EXIT.refused,
  'agent-unreachable': EXIT.refused,
  'attachment-not-found': EXIT.notFound,
  'attachment-too-large': EXIT.usage,
  'backend-failed': EXIT.refused,
  'backend-missing': EXIT.notFound,
  'backend-not-logged-in': EXIT.refused,
  'backend-output-too-large': EXIT.refused,
  'backend-timeout': EXIT.refused,
  'batch-too-large': EXIT.usage,
  'body-too-large': EXIT.refused,
  'cards-unreadable': EXIT.usage,
  'claim-lost': EXIT.refused,
  'config-invalid': EXIT.usage,
  'config-pending': EXIT.refused,
  'configuration-invalid': EXIT.usage,
  'configuration-unreadable': EXIT.refused,
  'confirmation-needed': EXIT.usage,
  conflict: EXIT.refused,
  declined: EXIT.refused,
  'digest-mismatch': EXIT.refused,
  'draft-unusable': EXIT.refused,
  'engine-refused': EXIT.refused,
  'engine-unreachable': EXIT.storeUnavailable,
  'fact-too-large': EXIT.usage,
  'fact-too-new': EXIT.storeUnavailable,
  'fetch-failed': EXIT.refused,
  'fetch-refused': EXIT.refused,
  'fetch-timeout': EXIT.refused,
  'file-exists': EXIT.refused,
  'file-failed': EXIT.refused,
  'file-not-found': EXIT.notFound,
  'gazetteer-damaged': EXIT.damaged,
  'gazetteer-missing': EXIT.notFound,
  'geo-service-failed': EXIT.refused,
  'geo-service-unreadable': EXIT.refused,
  'git-failed': EXIT.refused,
  'host-refused': EXIT.refused,
  'import-invalid': EXIT.damaged,
  'import-unreadable': EXIT.usage,
  'invalid-attachment': EXIT.usage,
  'invalid-claim': EXIT.usage,
  'invalid-deep-link': EXIT.usage,
  'invalid-engine': EXIT.usage,
  'invalid-fact': EXIT.usage,
  'invalid-journal-id': EXIT.usage,
  'invalid-key': EXIT.usage,
  'invalid-mcp-server': EXIT.usage,
  'invalid-payload': EXIT.usage,
  'invalid-planning-request': EXIT.usage,
  'invalid-planning-setting': EXIT.usage,
  'invalid-request': EXIT.usage,
  'invalid-seq': EXIT.usage,
  'invalid-tool-input': EXIT.usage,
  'invalid-trip-problem': EXIT.usage,
  'journal-exists': EXIT.refused,
  'journal-not-found': EXIT.notFound,
  'key-reused': EXIT.refused,
  'mcp-unreachable': EXIT.refused,
  'method-not-allowed': EXIT.refused,
  'metrics-unreadable': EXIT.usage,
  'missing-session': EXIT.unexpected,
  'model-bad-output': EXIT.refused,
  'model-cut-off': EXIT.refused,
  'model-empty': EXIT.refused,
  'model-failed': EXIT.refused,
  'model-key-missing': EXIT.usage,
  'model-rate-limited': EXIT.refused,
  'model-refused': EXIT.refused,
  'model-timeout': EXIT.refused,
  'model-unauthorized': EXIT.refused,
  'model-unknown': EXIT.usage,
  'model-unreachable': EXIT.refused,
  'no-data': EXIT.notFound,
  'no-model': EXIT.usage,
  'no-open-task': EXIT.refused,
  'no-plan': EXIT.notFound,
  'no-session': EXIT.notFound,
  'no-work-tree': EXIT.notFound,
  'not-found': EXIT.notFound,
  'origin-refused': EXIT.refused,
  'paired-with-itself': EXIT.refused,
  'place-not-found': EXIT.notFound,
  'plan-invalid': EXIT.refused,
  'plan-not-active': EXIT.refused,
  'planning-schema-unreadable': EXIT.usage,
  'port-in-use': EXIT.refused,
  'prompt-parameter': EXIT.unexpected,
  'proposal-not-found': EXIT.notFound,
  'rate-limited': EXIT.refused,
  'repository-refused': EXIT.refused,
  'scenario-invalid': EXIT.usage,
  'scenario-not-loaded': EXIT.refused,
  'scenario-not-ready': EXIT.usage,
  'scenario-too-large': EXIT.usage,
  'send-in-flight': EXIT.refused,
  'session-exists': EXIT.refused,
  'setup-unreadable': EXIT.refused,
  'step-not-found': EXIT.notFound,
  'store-closed': EXIT.unexpected,
  'store-corrupt': EXIT.storeUnavailable,
  'store-failed': EXIT.storeUnavailable,
  'store-foreign': EXIT.storeUnavailable,
  'store-full': EXIT.storeUnavailable,
  'store-locked': EXIT.storeUnavailable,
  'store-newer': EXIT.storeUnavailable,
  'store-not-shared': EXIT.usage,
  'store-read-only': EXIT.storeUnavailable,
  'store-unreachable': EXIT.storeUnavailable,
  'telemetry-unavailable': EXIT.usage,
  'token-needed': EXIT.usage,
  'token-refused': EXIT.refused,
  'too-many-streams': EXIT.refused,
  'trip-does-not-fit': EXIT.refused,
  'trip-file-invalid': EXIT.refused,
  'trip-import-unreadable': EXIT.usage,
  'trip-too-large': EXIT.usage,
  'trip-without-dates': EXIT.usage,
  unexpected: EXIT.unexpected,
  'unknown-attachment': EXIT.notFound,
  'unknown-backend': EXIT.usage,
  'unknown-draft': EXIT.notFound,
  'unknown-fact-type': EXIT.usage,
  'unknown-planner': EXIT.usage,
  'unknown-revision': EXIT.notFound,
  'unknown-strategy': EXIT.usage,
  'unknown-tool': EXIT.usage,
  usage: EXIT.usage,
  'webhook-failed': EXIT.refused,
  'worker-cannot-listen': EXIT.refused,
};

export function exitCodeFor(code: string): ExitCode {
  return new Map<string, ExitCode>(Object.entries(BY_CODE)).get(code) ?? EXIT.unexpected;
}
