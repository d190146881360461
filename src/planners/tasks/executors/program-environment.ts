import { delimiter, isAbsolute } from 'node:path';

/** What programs need to find themselves, their files and their caches, and none of it a secret. */
const USUAL = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM TZ TMPDIR TMP TEMP CI ' +
    'XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS ' +
    'JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME NVM_DIR PNPM_HOME VIRTUAL_ENV PYENV_ROOT ANDROID_HOME ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PROGRAMDATA ' +
    'PROGRAMFILES PROGRAMFILES(X86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE'
  ).split(' '),
);

/**
 * The part of an environment that a program is given: the usual variables and those that are named besides. Keys and
 * tokens stay out unless they are named. Places in `PATH` that depend on the working directory are left out, so that no
 * file there can pass for a program.
 */
export function programEnvironment(
  source: NodeJS.ProcessEnv,
  named: readonly string[] = [],
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    const usual = USUAL.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name);
    if (!usual && !named.includes(name)) continue;
    given[name] = name.toUpperCase() === 'PATH' ? withAbsolutePlaces(value) : value;
  }
  return given;
}

function withAbsolutePlaces(path: string): string {
  return path
    .split(delimiter)
    .filter((place) => isAbsolute(place))
    .join(delimiter);
}
