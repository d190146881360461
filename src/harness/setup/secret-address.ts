import { isPlainObject, MAX_DEPTH } from '../../journal/integrity/canonical-json.ts';
import { isSecretName } from './secret-names.ts';

const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`]+/gi;

/** Names of URL parameters that grant access. */
const SECRET_PARAMETER =
  /token|^(?:key|sig|code|auth|sas|hmac|otp|pin|pw|pass|pwd|login|session|sessionid|sid|ticket|assertion)$|signature|^x-(?:amz|goog)-|(?:^|[-_])(?:key|sig)$/i;

/** Whether a text is a URL that grants access: by credentials, a token, a key or a signature. */
export function isSecretAddress(text: string): boolean {
  const address = text.trim();
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { username, password, search, hash } = new URL(address);
  return username !== '' || password !== '' || [search.slice(1), hash.slice(1)].some(holdsSecret);
}

/** In the query, or in a fragment in query form. */
function holdsSecret(parameters: string): boolean {
  const written = parameters.slice(parameters.indexOf('?') + 1);
  return [...new URLSearchParams(written)].some(
    ([name, value]) => value !== '' && (SECRET_PARAMETER.test(name) || isSecretName(name)),
  );
}

/**
 * Plain data without URLs that grant access: such a field is left out, and inside a text only the origin stays. For
 * data that people pass on, such as links.
 */
export function withoutSecretAddresses(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return value;
  if (typeof value === 'string') return isSecretAddress(value) ? undefined : withPlainAddresses(value);
  if (Array.isArray(value))
    return value.map((item) => withoutSecretAddresses(item, depth + 1)).filter((item) => item !== undefined);
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).map(([name, inner]) => [name, withoutSecretAddresses(inner, depth + 1)]);
  return Object.fromEntries(kept.filter(([, inner]) => inner !== undefined));
}

function withPlainAddresses(text: string): string {
  return text.replace(ADDRESS, (address) => {
    if (!isSecretAddress(address)) return address;
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname}`;
  });
}
