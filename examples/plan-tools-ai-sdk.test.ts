import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('an agent of the AI SDK keeps a plan', () => {
  const file = fileURLToPath(new URL('./plan-tools-ai-sdk.ts', import.meta.url));
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(
    [
      'I have a plan, and I am on it.',
      '# Triage the open bug reports',
      '',
      'Status: active, 1 of 3 steps done',
      '',
      '- [x] S001: List them',
      '  - Found 14 open reports.',
      '- [~] S002: Label each',
      '- [ ] S003: Answer the reporters',
      '',
    ].join('\n'),
  );
});
