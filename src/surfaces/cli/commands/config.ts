import { relative } from 'node:path';
import type { Origin, ResolvedSetting } from '../../../host/config/resolve.ts';
import { configurationSchema } from '../../../host/config/schema.ts';
import type { Invocation } from '../invocation.ts';
import { tableLines } from '../terminal/text/table.ts';

/** Prints every value with its origin, or the schema of the file. Passwords in addresses are hidden. */
export async function config(
  { output, config: resolved }: Invocation,
  { schema }: { readonly schema?: boolean },
): Promise<undefined> {
  if (schema) {
    await output.raw(`${JSON.stringify(configurationSchema(), undefined, output.json ? 0 : 2)}\n`);
    return;
  }
  const settings = (resolved?.settings ?? []).map(withoutPassword);
  if (output.json) {
    for (const { key, value = null, from } of settings) await output.value({ key, value, from });
    return;
  }
  const rows = settings.map(({ key, value, from }) => [key, shown(value), originName(from)]);
  const columns = [{ title: 'KEY' }, { title: 'VALUE' }, { title: 'FROM' }];
  for (const line of tableLines(columns, rows)) await output.line(line);
  if (resolved?.file === undefined)
    output.note('There is no wayfold.config.json here or in a directory above.');
}

function withoutPassword(setting: ResolvedSetting): ResolvedSetting {
  const url = typeof setting.value === 'string' ? URL.parse(setting.value) : null;
  if (!url?.password) return setting;
  url.password = '***';
  return { ...setting, value: url.href };
}

function shown(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function originName(from: Origin): string {
  switch (from.type) {
    case 'default':
      return 'default';
    case 'file':
      return shortPath(from.path);
    case 'environment':
      return from.variable;
    case 'flag':
      return from.flag;
    default:
      return from satisfies never;
  }
}

function shortPath(path: string): string {
  const fromHere = relative('', path);
  return fromHere.startsWith('..') ? path : fromHere;
}
