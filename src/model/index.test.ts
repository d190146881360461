import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const index = new URL('./index.ts', import.meta.url);

it('loads no provider, no token table and no Node module before the first request', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({
      resolve(specifier, context, next) {
        if (!specifier.startsWith('.') && !specifier.startsWith('file:')) loaded.push(specifier);
        return next(specifier, context);
      },
    });
    const { openModel } = await import('${index}');
    openModel('openai/gpt-5.4-mini', { env: { OPENAI_API_KEY: 'k' } });
    console.log(loaded.join(' '));`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect([...new Set(loaded.trim().split(' '))].toSorted()).toEqual(['@opentelemetry/api', 'jsonrepair']);
});
