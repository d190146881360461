import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LoadedModule } from '../../../host/modules/load-modules.ts';
import type { Invocation } from '../invocation.ts';
import { errorNote } from '../terminal/error-note.ts';
import { loadNamedModules } from './planner-registry.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 100;

/** Planner modules that are reloaded when their files change. */
export interface ModuleWatch {
  /** Resolves to all modules when one has changed and all can be used. */
  next(): Promise<readonly LoadedModule[]>;
  close(): void;
}

/** Watches the files of modules. If one cannot be loaded, the error is reported and the loaded modules stay in use. */
export function watchModules(invocation: Invocation, modules: readonly LoadedModule[]): ModuleWatch {
  const { output, env } = invocation;
  const files = Map.groupBy(modules, ({ source }) => dirname(source));
  let version = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changed = Promise.withResolvers<readonly LoadedModule[]>();
  const load = async (): Promise<void> => {
    version += 1;
    try {
      const loaded = await loadNamedModules(invocation, `${process.pid}-${version}`);
      changed.resolve(loaded);
    } catch (error) {
      output.note(`Not restarted: ${errorNote(error, env)}`);
    }
  };
  // Watches folders, because editors replace files instead of writing to them.
  const watchers = [...files].map(([folder, own]): FSWatcher => {
    const names = new Set(own.map(({ source }) => basename(source)));
    return watch(folder, (_event, name) => {
      if (name === null || !names.has(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void load(), SETTLE_MS);
    });
  });
  if (modules.length === 0) output.note('There is no planner module to watch: name one with --planner.');
  return {
    async next() {
      const loaded = await changed.promise;
      changed = Promise.withResolvers();
      return loaded;
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
