import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isPlanId } from '../../plan-tools/plan/plan-id.ts';
import {
  CloneId,
  readSharedFile,
  type SharedChange,
  sharedLine,
} from '../../plan-tools/share/shared-change.ts';

/** The folder of a repository with its shared plans: one folder per plan, one file per clone. */
export const SHARED_FOLDER = '.wayfold-plans';

const ENDING = '.jsonl';

const ATTRIBUTES = `# One file a clone and plan, written only by that clone. Lines of two branches are kept, in any order.
*.jsonl -text merge=union
`;

/** The files that share one plan of a repository. */
export class SharedFiles {
  readonly folder: string;

  constructor(root: string, planId: string) {
    this.folder = join(root, SHARED_FOLDER, planId);
  }

  /** Whether the plan is shared. */
  get exist(): boolean {
    return isDirectory(this.folder);
  }

  /** Creates the folder, and tells git how to merge its files. */
  create(): void {
    mkdirSync(this.folder, { recursive: true });
    const attributes = join(this.folder, '..', '.gitattributes');
    if (!existsSync(attributes)) writeFileSync(attributes, ATTRIBUTES);
  }

  /** The clones that have a file. */
  get clones(): readonly string[] {
    return this.#names.filter((name) => CloneId.safeParse(name).success);
  }

  /** The names of its files. People and copying tools may have added others. */
  get #names(): readonly string[] {
    if (!this.exist) return [];
    const files = readdirSync(this.folder).filter((name) => name.endsWith(ENDING));
    return files
      .filter((name) => isFile(join(this.folder, name)))
      .map((name) => name.slice(0, -ENDING.length));
  }

  /** The content of all files, and which files or lines cannot be read. */
  read(): { readonly changes: readonly SharedChange[]; readonly unreadable: readonly string[] } {
    const { clones } = this;
    const files = clones.map((clone) => {
      const { changes, unreadable } = readSharedFile(readFileSync(this.#file(clone), 'utf8'));
      return { changes, unreadable: unreadable.map((line) => `${clone}${ENDING} line ${line}`) };
    });
    return {
      changes: files.flatMap(({ changes }) => changes),
      unreadable: [
        ...files.flatMap(({ unreadable }) => unreadable),
        ...this.#names.filter((name) => !clones.includes(name)).map((name) => `${name}${ENDING}`),
      ],
    };
  }

  /** Changes whenever one of the files does. */
  signature(): string {
    return this.clones
      .map((clone) => {
        const { size, mtimeMs } = statSync(this.#file(clone));
        return `${clone} ${size} ${mtimeMs}`;
      })
      .join('\n');
  }

  /**
   * Appends changes to the file of a clone; returns when they are on disk. A half-written last line is terminated,
   * not cut off: nothing is ever removed from the file.
   */
  append(clone: string, changes: readonly SharedChange[]): void {
    if (changes.length === 0) return;
    const file = openSync(this.#file(clone), 'a+');
    try {
      const torn = endsInside(file) ? '\n' : '';
      writeSync(file, `${torn}${changes.map(sharedLine).join('')}`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  #file(clone: string): string {
    return join(this.folder, `${clone}${ENDING}`);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // Its directory is a file.
    return false;
  }
}

/** Whether the last line of a file is unterminated. */
function endsInside(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== '\n';
}

/** The plans that a repository shares. */
export function sharedPlans(root: string): readonly string[] {
  const folder = join(root, SHARED_FOLDER);
  if (!isDirectory(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && isPlanId(entry.name) ? [entry.name] : [],
  );
}
