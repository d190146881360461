/** The variables of a process. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

/** Words that mean a secret wherever they stand, as in `PGPASSWORD`, and words that do so only by themselves. */
const SECRET_NAME =
  /API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|(?:^|_)(?:KEY|PASS|PWD|AUTH|COOKIE|DSN|PAT|JWT|BEARER)S?(?:_|$|\d)|CONNECTION_?STRING/i;
/** Names that match the pattern and hold no secret. */
const NO_SECRET =
  /^(?:PWD|OLDPWD|SSH_AUTH_SOCK|GIT_ASKPASS|XAUTHORITY)$|_(?:FILE|PATH|DIR|SOCK)$|TOKENI[SZ]|(?:MAX|MIN|NUM)_(?:\w+_)?TOKENS|TOKENS?_(?:LIMIT|BUDGET|COUNT)$/i;
const PASSWORD_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]*?:([^\s/?#]+)@/i;
/** A shorter value stands in ordinary text by chance. */
const SHORTEST = 6;

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
  // The longest first: a secret may stand inside another.
  const secrets = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(secrets.map(escaped).join('|'), 'g');
  return (text) => text.replace(pattern, (secret) => `[redacted ${names.get(secret)}]`);
}

/** The same value with the secrets taken out of every text in it. */
export function redactedDeep(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactedDeep(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactedDeep(item, redact)]));
}

/** The secrets of a variable, whole and line by line. */
function secretsIn(name: string, value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const [, password] = PASSWORD_IN_URL.exec(value) ?? [];
  const plain = SECRET_NAME.test(name) && !NO_SECRET.test(name) ? [value.trim(), ...lines(value)] : [];
  if (password !== undefined) plain.push(password);
  return written(plain);
}

/** As they are, and as they stand inside JSON and in URLs. */
function written(secrets: readonly string[]): readonly string[] {
  return secrets
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
    ])
    .filter((secret) => secret.length >= SHORTEST);
}

/** A key of many lines may come back with other line ends. */
function lines(value: string): readonly string[] {
  const all = value.trim().split(/\r?\n/);
  return all.length === 1 ? [] : all.filter((line) => line.length >= 16 && !/^-+(?:BEGIN|END) /.test(line));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
