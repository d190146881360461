import type { HarnessErrorCode } from '../harness/error.ts';
import type { HostErrorCode } from '../host/error.ts';
import type { JournalErrorCode } from '../journal/error.ts';
import type { KernelErrorCode } from '../kernel/error.ts';
import type { ModelErrorCode } from '../model/error.ts';
import type { PlanToolsErrorCode } from '../plan-tools/error.ts';
import type { PlannerErrorCode } from '../planners/tasks/error.ts';
import type { ExecutorErrorCode } from '../planners/tasks/executors/error.ts';
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
export const EXIT_CODES_HELP = `Exit codes:
  0    done
  1    unexpected failure
  2    wrong usage or input
  3    not found (journal, file, data directory)
  4    refused (exists already, not at that seq, declined, port in use, unusable file)
  5    damage found (verify, import)
  6    store unavailable (locked, full, corrupt, foreign, newer, unreachable, read-only)
  7    not everything was done (a task failed, was cancelled, or waits for somebody)
  130  interrupted (129 when its terminal closed, 143 when terminated)`;

type KnownCode =
  | CliErrorCode
  | ExecutorErrorCode
  | HarnessErrorCode
  | HostErrorCode
  | JournalErrorCode
  | KernelErrorCode
  | ModelErrorCode
  | PlannerErrorCode
  | PlanToolsErrorCode
  | ServerErrorCode;

const BY_CODE: Record<KnownCode, ExitCode> = {
  InvalidCommand: EXIT.refused,
  LlmError: EXIT.refused,
  ParseError: EXIT.usage,
  TaskNotFound: EXIT.notFound,
  'address-unavailable': EXIT.refused,
  'attachment-not-found': EXIT.notFound,
  'attachment-too-large': EXIT.usage,
  'batch-too-large': EXIT.usage,
  'body-too-large': EXIT.refused,
  'claim-lost': EXIT.refused,
  'confirmation-needed': EXIT.usage,
  'config-invalid': EXIT.usage,
  'config-pending': EXIT.refused,
  conflict: EXIT.refused,
  declined: EXIT.refused,
  'digest-mismatch': EXIT.refused,
  'fact-too-large': EXIT.usage,
  'fact-too-new': EXIT.storeUnavailable,
  'fetch-failed': EXIT.refused,
  'fetch-refused': EXIT.refused,
  'fetch-timeout': EXIT.refused,
  'file-exists': EXIT.refused,
  'file-failed': EXIT.refused,
  'file-not-found': EXIT.notFound,
  'host-refused': EXIT.refused,
  'import-invalid': EXIT.damaged,
  'import-unreadable': EXIT.usage,
  'invalid-attachment': EXIT.usage,
  'invalid-claim': EXIT.usage,
  'invalid-deep-link': EXIT.usage,
  'invalid-fact': EXIT.usage,
  'invalid-journal-id': EXIT.usage,
  'invalid-key': EXIT.usage,
  'invalid-mcp-server': EXIT.usage,
  'invalid-payload': EXIT.usage,
  'invalid-request': EXIT.usage,
  'invalid-seq': EXIT.usage,
  'invalid-tool-input': EXIT.usage,
  'journal-exists': EXIT.refused,
  'journal-not-found': EXIT.notFound,
  'key-reused': EXIT.refused,
  'mcp-unreachable': EXIT.refused,
  'method-not-allowed': EXIT.refused,
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
  'no-plan': EXIT.notFound,
  'no-session': EXIT.notFound,
  'not-found': EXIT.notFound,
  'origin-refused': EXIT.refused,
  'plan-not-active': EXIT.refused,
  'port-in-use': EXIT.refused,
  'prompt-parameter': EXIT.unexpected,
  'send-in-flight': EXIT.refused,
  'session-exists': EXIT.refused,
  'step-not-found': EXIT.notFound,
  'store-closed': EXIT.unexpected,
  'store-corrupt': EXIT.storeUnavailable,
  'store-failed': EXIT.storeUnavailable,
  'store-foreign': EXIT.storeUnavailable,
  'store-full': EXIT.storeUnavailable,
  'store-locked': EXIT.storeUnavailable,
  'store-newer': EXIT.storeUnavailable,
  'store-read-only': EXIT.storeUnavailable,
  'store-unreachable': EXIT.storeUnavailable,
  'token-needed': EXIT.usage,
  'token-refused': EXIT.refused,
  'too-many-streams': EXIT.refused,
  unexpected: EXIT.unexpected,
  'unknown-attachment': EXIT.notFound,
  'unknown-draft': EXIT.notFound,
  'unknown-fact-type': EXIT.usage,
  'unknown-planner': EXIT.usage,
  'unknown-strategy': EXIT.usage,
  'unknown-tool': EXIT.usage,
  usage: EXIT.usage,
};

export function exitCodeFor(code: string): ExitCode {
  return new Map<string, ExitCode>(Object.entries(BY_CODE)).get(code) ?? EXIT.unexpected;
}
