/** One value of the configuration: its key in the file, and its environment variable. */
export interface Setting {
  readonly key: string;
  readonly variable: string;
  /** How the variable's text is parsed. */
  readonly reads: 'text' | 'number' | 'json' | 'list';
  readonly usual?: unknown;
  /** Its user validates the variable: it is older than the file, or not ours. */
  readonly checkedElsewhere?: true;
}

export const DEFAULT_DATA = '.wayfold';

/** Every configuration value, in display order. */
export const SETTINGS: readonly Setting[] = [
  { key: 'data', variable: 'WAYFOLD_DATA', reads: 'text', usual: DEFAULT_DATA },
  { key: 'store', variable: 'WAYFOLD_STORE', reads: 'text', checkedElsewhere: true },
  { key: 'host', variable: 'WAYFOLD_HOST', reads: 'text', usual: '127.0.0.1' },
  { key: 'port', variable: 'WAYFOLD_PORT', reads: 'number', usual: 4180 },
  { key: 'publicUrl', variable: 'WAYFOLD_PUBLIC_URL', reads: 'text' },
  { key: 'trustedProxies', variable: 'WAYFOLD_TRUSTED_PROXIES', reads: 'text' },
  { key: 'plan', variable: 'WAYFOLD_PLAN', reads: 'text' },
  { key: 'model', variable: 'WAYFOLD_MODEL', reads: 'text' },
  { key: 'models', variable: 'WAYFOLD_MODELS', reads: 'json' },
  { key: 'planners', variable: 'WAYFOLD_PLANNERS', reads: 'list' },
  { key: 'taskKinds', variable: 'WAYFOLD_TASK_KINDS', reads: 'json' },
  { key: 'limits.session.tokens', variable: 'WAYFOLD_LIMIT_SESSION_TOKENS', reads: 'number' },
  { key: 'limits.session.usd', variable: 'WAYFOLD_LIMIT_SESSION_USD', reads: 'number' },
  { key: 'limits.session.seconds', variable: 'WAYFOLD_LIMIT_SESSION_SECONDS', reads: 'number' },
  { key: 'limits.total.tokens', variable: 'WAYFOLD_LIMIT_TOTAL_TOKENS', reads: 'number' },
  { key: 'limits.total.usd', variable: 'WAYFOLD_LIMIT_TOTAL_USD', reads: 'number' },
  { key: 'limits.total.seconds', variable: 'WAYFOLD_LIMIT_TOTAL_SECONDS', reads: 'number' },
  { key: 'map.tiles', variable: 'WAYFOLD_MAP_TILES', reads: 'text' },
  { key: 'map.attribution', variable: 'WAYFOLD_MAP_ATTRIBUTION', reads: 'text' },
  { key: 'webhook.url', variable: 'WAYFOLD_WEBHOOK_URL', reads: 'text' },
  { key: 'logLevel', variable: 'WAYFOLD_LOG', reads: 'text', usual: 'info', checkedElsewhere: true },
  {
    key: 'telemetry.endpoint',
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    reads: 'text',
    checkedElsewhere: true,
  },
];

/** The environment of a process, or anything of its shape. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable is set. */
export function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

type Json = Record<string, unknown>;

/** The value at a key such as `limits.session.usd`. */
export function valueAt(values: unknown, key: string): unknown {
  let value = values;
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Json)[part];
  }
  return value;
}

/** Values by key, nested as in the file. */
export function nested(values: Iterable<readonly [key: string, value: unknown]>): Json {
  const root: Json = {};
  for (const [key, value] of values) {
    const parts = key.split('.');
    const last = parts.pop() ?? key;
    let place = root;
    for (const part of parts) {
      const inner = (Object.hasOwn(place, part) ? place[part] : {}) as Json;
      setOwn(place, part, inner);
      place = inner;
    }
    setOwn(place, last, value);
  }
  return root;
}

/** Sets a property of the object itself: `__proto__` is a name like any other. */
function setOwn(place: Json, name: string, value: unknown): void {
  Object.defineProperty(place, name, { value, enumerable: true, writable: true, configurable: true });
}

/** The parsed value of a variable. Unparsable text stays text, for the schema to refuse. */
export function readVariable({ reads }: Setting, text: string): unknown {
  if (reads === 'number')
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text;
  if (reads === 'text') return text.trim();
  if (reads === 'list') {
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The variable's text for a value. */
export function variableText({ reads }: Setting, value: unknown): string {
  // Lists are comma-separated.
  return reads === 'json' ? JSON.stringify(value) : String(value);
}
