import { delimiter, isAbsolute } from 'node:path';

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that programs need to find themselves, their files and their caches; none is a secret. */
const USUAL = new Set(
  (
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TERM TZ TMPDIR TMP TEMP CI ' +
    'XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_RUNTIME_DIR SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS ' +
    'JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME NVM_DIR PNPM_HOME VIRTUAL_ENV PYENV_ROOT ANDROID_HOME ' +
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PROGRAMDATA ' +
    'PROGRAMFILES PROGRAMFILES(X86) NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE'
  ).split(' '),
);
const LOCALE = /^LC_[A-Z]+$/;

/** A proxy URL may contain a password: only programs that need a proxy get it. */
const PROXIES = /^(?:https?|all|no)_proxy$/i;

/**
 * Additional variables for each kind of program. A coding agent gets the credentials of its own provider, and no
 * other key.
 */
const BY_KIND = {
  program: [],
  git: [/^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)$/],
  browser: [/^(?:BROWSER|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DBUS_SESSION_BUS_ADDRESS|XDG_[A-Z_]+)$/],
  codex: [PROXIES, /^(?:CODEX_(?:HOME|API_KEY)|OPENAI_(?:API_KEY|BASE_URL|ORGANIZATION|PROJECT))$/],
  claude: [PROXIES, /^ANTHROPIC_[A-Z_]+$/, /^CLAUDE_(?:CONFIG_DIR|CODE_[A-Z_]+)$/],
  gemini: [
    PROXIES,
    /^GEMINI_[A-Z_]+$/,
    /^GOOGLE_(?:API_KEY|APPLICATION_CREDENTIALS|CLOUD_PROJECT|CLOUD_LOCATION|GENAI_[A-Z_]+|GEMINI_BASE_URL)$/,
  ],
  opencode: [PROXIES, /^OPENCODE(?:_[A-Z_]+)?$/],
} as const satisfies Readonly<Record<string, readonly RegExp[]>>;

/** A kind of program that Wayfold starts. */
export type ProgramKind = keyof typeof BY_KIND;

/**
 * The part of an environment for a program: the usual variables, those of its kind, and those named in addition.
 * Everything else is left out, so that no key, token or database URL reaches a program by accident. Relative
 * entries of `PATH` are left out, so that no file in the working directory can pose as a program.
 */
export function programEnvironment(
  source: Environment,
  { kind = 'program', pass = [] }: { readonly kind?: ProgramKind; readonly pass?: readonly string[] } = {},
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value === undefined) continue;
    if (!isUsual(name) && !isOfKind(name, kind) && !pass.includes(name)) continue;
    given[name] = name.toUpperCase() === 'PATH' ? withAbsolutePlaces(value) : value;
  }
  return given;
}

function isUsual(name: string): boolean {
  return USUAL.has(name.toUpperCase()) || LOCALE.test(name);
}

function isOfKind(name: string, kind: ProgramKind): boolean {
  return BY_KIND[kind].some((pattern) => pattern.test(name));
}

function withAbsolutePlaces(path: string): string {
  return path
    .split(delimiter)
    .filter((place) => isAbsolute(place))
    .join(delimiter);
}
