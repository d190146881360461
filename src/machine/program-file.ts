import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The file of a program: a path, or a name that is looked up as a shell does. Nothing is run. */
export function programFile(program: string, env: NodeJS.ProcessEnv): string | undefined {
  if (/[\\/]/.test(program)) return isExecutable(program) ? program : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
