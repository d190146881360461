/** The part of trusted types that is needed here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): URL };
}

const WORKERS = /^\/assets\/cesium-[\d.]+\/Workers\/[\w-]+\.js$/;

/** Whether an address is that of a worker of the globe, on the server that a page comes from. */
export function isGlobeWorker(address: string, page: string): boolean {
  const { origin, pathname } = new URL(address, page);
  return origin === new URL(page).origin && WORKERS.test(pathname);
}

function checked(address: string): string {
  if (isGlobeWorker(address, location.href)) return address;
  throw new TypeError(`Expected a worker of the globe; got ${address}.`);
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('wayfold-globe', { createScriptURL: checked });

/**
 * The address of a worker as the page's policy lets one start: only the globe's own workers, from this server. Cesium is
 * made to ask here by the build.
 */
export function workerAddress(address: string): string | URL {
  return policy ? policy.createScriptURL(address) : checked(address);
}
