import type { JournalErrorCode } from '../journal/error.ts';
import type { KernelErrorCode } from '../kernel/error.ts';
import type { PlanToolsErrorCode } from '../plan-tools/error.ts';
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
  130  interrupted (129 when its terminal closed, 143 when terminated)`;

type KnownCode = CliErrorCode | JournalErrorCode | KernelErrorCode | PlanToolsErrorCode | ServerErrorCode;

const BY_CODE: Record<KnownCode, ExitCode> = {
  'address-unavailable': EXIT.refused,
  'attachment-not-found': EXIT.notFound,
  'attachment-too-large': EXIT.usage,
  'batch-too-large': EXIT.usage,
  'body-too-large': EXIT.refused,
  'claim-lost': EXIT.refused,
  'confirmation-needed': EXIT.usage,
  conflict: EXIT.refused,
  declined: EXIT.refused,
  'fact-too-large': EXIT.usage,
  'fact-too-new': EXIT.storeUnavailable,
  'file-exists': EXIT.refused,
  'file-failed': EXIT.refused,
  'file-not-found': EXIT.notFound,
  'host-refused': EXIT.refused,
  'import-invalid': EXIT.damaged,
  'import-unreadable': EXIT.usage,
  'invalid-attachment': EXIT.usage,
  'invalid-claim': EXIT.usage,
  'invalid-fact': EXIT.usage,
  'invalid-journal-id': EXIT.usage,
  'invalid-key': EXIT.usage,
  'invalid-payload': EXIT.usage,
  'invalid-request': EXIT.usage,
  'invalid-seq': EXIT.usage,
  'invalid-tool-input': EXIT.usage,
  'journal-exists': EXIT.refused,
  'journal-not-found': EXIT.notFound,
  'key-reused': EXIT.refused,
  'method-not-allowed': EXIT.refused,
  'missing-session': EXIT.unexpected,
  'no-data': EXIT.notFound,
  'no-plan': EXIT.notFound,
  'not-found': EXIT.notFound,
  'origin-refused': EXIT.refused,
  'plan-not-active': EXIT.refused,
  'port-in-use': EXIT.refused,
  'prompt-parameter': EXIT.unexpected,
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
  'unknown-fact-type': EXIT.usage,
  'unknown-strategy': EXIT.usage,
  'unknown-tool': EXIT.usage,
  usage: EXIT.usage,
};

export function exitCodeFor(code: string): ExitCode {
  return new Map<string, ExitCode>(Object.entries(BY_CODE)).get(code) ?? EXIT.unexpected;
}
