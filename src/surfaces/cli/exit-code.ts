import { ERROR_EXIT } from '../../journal/error-codes.ts';

export const EXIT = {
  ok: 0,
  ...ERROR_EXIT,
  incomplete: 7,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit codes listed in every `--help`. */
export const EXIT_CODES_HELP = `  0    done
  1    unexpected failure
  2    wrong usage or input
  3    not found (journal, file, data directory)
  4    refused (exists, not at that seq, declined, port in use, unusable file)
  5    damage found (corrupt store; verify, export, import)
  6    store unavailable (locked, full, foreign, newer, unreachable, read-only)
  7    not all was done (a task failed, was cancelled, or waits for somebody)
  130  interrupted (129 when its terminal closed, 143 when terminated)`;
