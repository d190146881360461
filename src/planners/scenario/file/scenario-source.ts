/** Where a scenario comes from. */
export type ScenarioSource =
  | { readonly type: 'url'; readonly url: string }
  /** An uploaded file. */
  | { readonly type: 'upload'; readonly sha256: string }
  /** A built-in scenario. */
  | { readonly type: 'example'; readonly id: string }
  | { readonly type: 'none' };

/** Loads the file of a scenario. The host provides it with its limits: time, size, and forbidden addresses. */
export type ScenarioLoader = (
  source: Extract<ScenarioSource, { readonly type: 'url' | 'upload' }>,
  signal: AbortSignal,
) => Promise<string | Uint8Array>;

const UPLOAD = /^sha256:(?<sha256>[0-9a-f]{64})$/;
const EXAMPLE = /^example:(?<id>[a-z0-9][a-z0-9-]{0,63})$/;

/**
 * The source of an address: `https://…`, `sha256:…` for an uploaded file, `example:…` for a built-in one, or
 * nothing.
 */
export function scenarioSource(address: string): ScenarioSource {
  const text = address.trim();
  const sha256 = UPLOAD.exec(text)?.groups?.sha256;
  if (sha256 !== undefined) return { type: 'upload', sha256 };
  const id = EXAMPLE.exec(text)?.groups?.id;
  if (id !== undefined) return { type: 'example', id };
  return addressProblem(text) === undefined && text !== '' ? { type: 'url', url: text } : { type: 'none' };
}

/** What is wrong with an address, in a few words; `undefined` if nothing. */
export function addressProblem(address: string): string | undefined {
  const text = address.trim();
  if (text === '' || UPLOAD.test(text) || EXAMPLE.test(text)) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return 'Must be an http or https address, or sha256: and the hash of an uploaded file.';
  if (url.username !== '' || url.password !== '') return 'Must not carry a name or a password.';
  return undefined;
}
