import { Command } from 'commander';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputSchemaOf } from '../../../../sessions/commands/command-schema.ts';
import { doCommandOf } from './schema-command.ts';

it('keeps --yes for commands that ask first, whatever their fields are called', () => {
  const input = inputSchemaOf(z.strictObject({ yes: z.string().optional() }));
  const { command, input: given } = doCommandOf(new Command('do'), {
    type: 'drop',
    title: 'Drop',
    confirm: true,
    input,
  });
  command.parse(['--yes', '--set', 'yes=really'], { from: 'user' });
  expect([command.opts().yes, given()]).toEqual([true, { yes: 'really' }]);
});
