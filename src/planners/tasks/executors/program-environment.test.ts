import { delimiter } from 'node:path';
import { expect, it } from 'vitest';
import { programEnvironment } from './program-environment.ts';

it('passes on the usual variables under the names they have, and no secrets', () => {
  const source = {
    HOME: '/home/ann',
    TMPDIR: '/tmp',
    SystemRoot: 'C:\\Windows',
    LC_ALL: 'C',
    LC_TIME: 'de_DE',
    XLC_ALL: 'no locale',
    LC_lower: 'no locale',
    LC_ALL_MINE: 'no locale',
    OPENAI_API_KEY: 'secret',
    HOMEWORK: 'private',
  };
  expect(programEnvironment(source)).toEqual({
    HOME: '/home/ann',
    TMPDIR: '/tmp',
    SystemRoot: 'C:\\Windows',
    LC_ALL: 'C',
    LC_TIME: 'de_DE',
  });
});

it('passes on what is named besides, exactly as it is named', () => {
  const source = { NPM_TOKEN: 'npm', npm_token: 'other', OTHER_TOKEN: 'other', LANG: 'C' };
  expect(programEnvironment(source, ['NPM_TOKEN', 'NOT_THERE'])).toEqual({ NPM_TOKEN: 'npm', LANG: 'C' });
});

it('leaves out variables that are not set', () => {
  expect(programEnvironment({ HOME: undefined, LANG: '' })).toEqual({ LANG: '' });
});

it.each(['PATH', 'Path'])('leaves out places of %s that depend on the working directory', (name) => {
  const path = ['.', '/usr/bin', '', 'node_modules/.bin', '/bin', '..'].join(delimiter);
  expect(programEnvironment({ [name]: path })).toEqual({ [name]: ['/usr/bin', '/bin'].join(delimiter) });
});

it('leaves other lists of places as they are', () => {
  const GOPATH = ['go', '/go'].join(delimiter);
  expect(programEnvironment({ GOPATH })).toEqual({ GOPATH });
});
