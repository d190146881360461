/** The log of failed hooks in a data directory. */
export const HOOK_LOG = 'hooks.log';
