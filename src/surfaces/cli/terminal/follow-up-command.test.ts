import { describe, expect, it } from 'vitest';
import { followUpCommand } from './follow-up-command.ts';

const sqlite = (data: string) =>
  ({ location: { type: 'sqlite', data, file: `${data}/wayfold.db` } }) as const;
const postgres = (url: string) => ({ location: { type: 'postgres', url } }) as const;

describe('a command to go on with', () => {
  it('names the store it was given, unless that is the usual one', () => {
    expect(followUpCommand(sqlite('.wayfold'), 'run', 'drafter')).toBe('wayfold run drafter');
    expect(followUpCommand(sqlite('my data'), 'run', 'drafter')).toBe("wayfold run drafter --data 'my data'");
    expect(followUpCommand(postgres('postgres://ada@db/plans'), 'up')).toBe(
      'wayfold up --store postgres://ada@db/plans',
    );
  });

  it('never holds a password, and leaves out what is not there', () => {
    expect(followUpCommand(postgres('postgres://ada:pw@db/plans'), 'up', undefined, false)).toBe(
      'wayfold up',
    );
  });
});
