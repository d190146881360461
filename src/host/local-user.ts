import { userInfo } from 'node:os';

/** The name of the user that this process runs as. */
export function localUser(): string {
  try {
    return userInfo().username || 'user';
  } catch {
    // The user may have no name on this system.
    return 'user';
  }
}
