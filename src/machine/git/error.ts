import { errorClass } from '../../journal/error.ts';
import { errorCodes } from '../../journal/error-codes.ts';

/** Every code of a {@link GitError}; each has a page in `docs/errors/`. */
export const GIT_ERROR_CODES = errorCodes({
  'git-failed': { status: 422, exit: 'refused' },
  'no-branch': { status: 409, exit: 'usage' },
  'no-work-tree': { status: 422, exit: 'notFound' },
  'unknown-revision': { status: 422, exit: 'notFound' },
});

/** Git failed, or there is no repository or no such commit. */
export class GitError extends errorClass('GitError', GIT_ERROR_CODES) {}
