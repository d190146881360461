/** Environment variables. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** Words that mean a secret anywhere in a name, as in `PGPASSWORD`, and words that do so only on their own. */
const SECRET_NAME =
  /API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:^|_)(?:KEY|PASS|PWD|AUTH|COOKIE|DSN|PAT|JWT|BEARER)S?(?:_|$|\d)|CONNECTION_?STRING/i;
/** Names that match the pattern but hold no secret. */
const NO_SECRET =
  /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|GIT_ASKPASS|XAUTHORITY)$|_(?:FILE|PATH|DIR|SOCK)$|TOKENI[SZ]|(?:MAX|MIN|NUM)_(?:\w+_)?TOKENS|TOKENS?_(?:LIMIT|BUDGET|COUNT)$/i;
const PASSWORD_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]*?:([^\s/?#]+)@/i;
/** Shorter values occur in ordinary text by chance. */
const MIN_LENGTH = 6;

/** Replaces every secret of these environments by the name of its variable. */
export function redactionOf(...environments: readonly Environment[]): Redact {
  const names = new Map<string, string>();
  for (const environment of environments) {
    for (const [name, value] of Object.entries(environment)) {
      for (const secret of secretsIn(name, value)) {
        if (!names.has(secret)) names.set(secret, name);
      }
    }
  }
  return replacing(names);
}

/** Replaces every one of these values by its name. */
export function redactionOfValues(values: ReadonlyMap<string, string>): Redact {
  const names = new Map<string, string>();
  for (const [name, value] of values) {
    for (const secret of written([value.trim(), ...lines(value)])) names.set(secret, name);
  }
  return replacing(names);
}

function replacing(names: ReadonlyMap<string, string>): Redact {
  if (names.size === 0) return (text) => text;
  // The longest first: a secret may contain another.
  const secrets = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(secrets.map(escaped).join('|'), 'g');
  return (text) => text.replace(pattern, (secret) => `[redacted ${names.get(secret)}]`);
}

/** The same value with secrets removed from every text in it. */
export function redactedDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactedDeep(item, redact)]));
}

/** The secrets in a variable: the whole value, and each line. */
function secretsIn(name: string, value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const [, password] = PASSWORD_IN_URL.exec(value) ?? [];
  const plain = SECRET_NAME.test(name) && !NO_SECRET.test(name) ? [value.trim(), ...lines(value)] : [];
  if (password !== undefined) plain.push(password);
  return written(plain);
}

/** The forms in which it may occur: as is, and escaped for JSON or URLs. */
function written(secrets: readonly string[]): readonly string[] {
  return secrets
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ])
    .filter((secret) => secret.length >= MIN_LENGTH);
}

/** A multi-line key may come back with other line ends. */
function lines(value: string): readonly string[] {
  const all = value.trim().split(/\r?\n/);
  return all.length === 1 ? [] : all.filter((line) => line.length >= 16 && !/^-+(?:BEGIN|END) /.test(line));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
