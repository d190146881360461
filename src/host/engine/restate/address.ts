import { shown } from '../../../journal/error.ts';
import { EngineError } from '../error.ts';

/** The address of a Restate server: for calls, and for registration. */
export interface RestateAddress {
  readonly ingress: string;
  readonly admin: string;
  /** The name of the sessions' object there. Stores that share an engine have different ones. */
  readonly object: string;
}

const INGRESS_PORT = '8080';
const ADMIN_PORT = '9070';

/** Short enough for the name of a Restate service, and without characters that need escaping. */
const NAME = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,62})$/;
const DEFAULT_NAME = 'session';

/**
 * Parses `restate://host:8080/name`, or `restates://` for TLS. The optional name distinguishes stores that share an
 * engine. Registrations go to port 9070 of the same host, or to `?admin=`: a port or a URL.
 */
export function restateAddress(text: string): RestateAddress {
  if (!/^restates?:\/\//.test(text) || !URL.canParse(text)) throw invalid(shown(text));
  const { protocol, hostname, port, searchParams, username, password, pathname } = new URL(text);
  if (username || password) throw invalid('it has a user or a password in it');
  const name = pathname === '' || pathname === '/' ? DEFAULT_NAME : NAME.exec(pathname)?.[1];
  if (hostname === '' || name === undefined) throw invalid(shown(text));
  const scheme = protocol === 'restates:' ? 'https' : 'http';
  const admin = searchParams.get('admin') ?? ADMIN_PORT;
  return {
    ingress: `${scheme}://${hostname}:${port || INGRESS_PORT}`,
    admin: /^\d+$/.test(admin) ? `${scheme}://${hostname}:${checkedPort(admin)}` : checkedUrl(admin),
    object: `wayfold-${name}`,
  };
}

function checkedPort(port: string): string {
  if (Number(port) >= 1 && Number(port) <= 65_535) return port;
  throw invalid(`admin=${port}`);
}

function checkedUrl(admin: string): string {
  if (/^https?:\/\//.test(admin) && URL.canParse(admin)) return admin.replace(/\/+$/, '');
  throw invalid(`admin=${shown(admin)}`);
}

function invalid(actual: string): EngineError {
  return new EngineError('invalid-engine', {
    summary: `The engine address is not valid: ${actual}.`,
    fix: 'Write --engine (or WAYFOLD_ENGINE) like restate://host:8080, restate://host:8080/name or restate://host:8080?admin=9070. A token goes into WAYFOLD_ENGINE_TOKEN.',
  });
}
