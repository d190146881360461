import { readdir, realpath, rm } from 'node:fs/promises';
import { sep } from 'node:path';

/** Directories in which programs keep keys and passwords. */
const PRIVATE_FOLDERS = /^\.(?:aws|azure|docker|gnupg|kube|ssh)$/i;

/** Files that hold keys and passwords: a plan never needs them. */
const PRIVATE_FILES = [
  // Except samples that show which variables exist.
  /^\.env(?:rc|\.(?!(?:example|sample|template|dist|defaults?)$).*)?$/i,
  /\.env$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /\.(?:pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx|tfstate|tfvars)(?:\.backup)?$/i,
  /^[._](?:npmrc|netrc)$/i,
  /^\.(?:boto|dockercfg|git-credentials|htpasswd|my\.cnf|pgpass|pypirc|s3cfg|vault-token|yarnrc)$/i,
  /^\.?(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|xml|properties))?$/i,
  /^(?:client[-_]secret|service[-_]account).*\.json$/i,
];

const SEPARATOR = Buffer.from(sep);

/**
 * Removes files with keys and passwords from a checkout, and links that lead outside or nowhere: an agent sees
 * neither secrets that were committed nor files of this machine that a hostile commit points to. Paths are bytes,
 * because git allows names that are not text.
 */
export async function removePrivateFiles(checkout: string): Promise<void> {
  const root = Buffer.from(await realpath(checkout));
  const links: Buffer[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString('latin1');
      if (folder === root && name === '.git') continue;
      const path = Buffer.concat([folder, SEPARATOR, entry.name]);
      const pattern = entry.isDirectory() ? [PRIVATE_FOLDERS] : PRIVATE_FILES;
      if (pattern.some((each) => each.test(name))) await rm(path, { recursive: true, force: true });
      else if (entry.isDirectory()) folders.push(path);
      else if (entry.isSymbolicLink()) links.push(path);
    }
  }
  // Last: links to removed files are broken now.
  for (const link of links) {
    if (!(await leadsInto(root, link))) await rm(link, { force: true });
  }
}

async function leadsInto(root: Buffer, link: Buffer): Promise<boolean> {
  const target = await realpath(link, { encoding: 'buffer' }).catch(() => undefined);
  if (target === undefined) return false;
  const inside = Buffer.concat([root, SEPARATOR]);
  return target.equals(root) || target.subarray(0, inside.length).equals(inside);
}
