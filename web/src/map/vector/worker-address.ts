/** The part of the Trusted Types API that is needed here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): URL };
}

const WORKER = /^\/assets\/maplibre-gl-worker-[\w-]+\.mjs$/;

/** Whether an address is that of the map's worker, on the server of the page. */
export function isMapWorker(address: string, page: string): boolean {
  const { origin, pathname } = new URL(address, page);
  return origin === new URL(page).origin && WORKER.test(pathname);
}

function checked(address: string): string {
  if (isMapWorker(address, location.href) || import.meta.env.DEV) return address;
  throw new TypeError(`Expected the worker of the map; got ${address}.`);
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('wayfold-map', { createScriptURL: checked });

/**
 * The address of a worker as the page's policy allows it: only the map's own, from this server. The build makes MapLibre
 * call this.
 */
export function workerAddress(address: string): string | URL {
  return policy ? policy.createScriptURL(address) : checked(address);
}
