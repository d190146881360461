import { userInfo } from 'node:os';

/** The name of the user that this process runs as. */
export function localUser(): string {
  try {
    return userInfo().username || 'user';
  } catch {
    // A process may run as a user that the system has no name for.
    return 'user';
  }
}
