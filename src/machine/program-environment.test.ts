import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProgramKind, programEnvironment } from './program-environment.ts';

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

it('passes on additionally named variables', () => {
  const source = { NPM_TOKEN: 'npm', npm_token: 'other', OTHER_TOKEN: 'other', LANG: 'C' };
  expect(programEnvironment(source, { pass: ['NPM_TOKEN', 'NOT_THERE'] })).toEqual({
    NPM_TOKEN: 'npm',
    LANG: 'C',
  });
});

it('leaves out variables that are not set', () => {
  expect(programEnvironment({ HOME: undefined, LANG: '' })).toEqual({ LANG: '' });
});

it.each(['PATH', 'Path'])('leaves out relative entries of %s', (name) => {
  const path = ['.', '/usr/bin', '', 'node_modules/.bin', '/bin', '..'].join(delimiter);
  expect(programEnvironment({ [name]: path })).toEqual({ [name]: ['/usr/bin', '/bin'].join(delimiter) });
});

it('leaves other path lists unchanged', () => {
  const GOPATH = ['go', '/go'].join(delimiter);
  expect(programEnvironment({ GOPATH })).toEqual({ GOPATH });
});

describe('what a kind of program is given', () => {
  const source = {
    ANTHROPIC_API_KEY: 'anthropic',
    CLAUDE_CONFIG_DIR: '/srv/claude',
    OPENAI_API_KEY: 'openai',
    CODEX_HOME: '/srv/codex',
    GEMINI_API_KEY: 'gemini',
    GOOGLE_API_KEY: 'google',
    OPENCODE_CONFIG: '/srv/opencode.json',
    HTTPS_PROXY: 'http://me:secret@proxy',
    no_proxy: 'localhost',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: 'Authorization: secret',
    GIT_DIR: '/elsewhere',
    DISPLAY: ':0',
    WAYFOLD_TOKEN: 'token',
    WAYFOLD_WEBHOOK_SECRET: 'secret',
    WAYFOLD_STORE: 'postgres://me:secret@db/wayfold',
    DATABASE_URL: 'postgres://me:secret@db/app',
    PGPASSWORD: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
    NODE_OPTIONS: '--require ./evil.cjs',
  };
  const PROXIES = ['HTTPS_PROXY', 'no_proxy'];

  it.each<[ProgramKind, string[]]>([
    ['program', []],
    ['git', ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0']],
    ['browser', ['DISPLAY']],
    ['codex', [...PROXIES, 'CODEX_HOME', 'OPENAI_API_KEY']],
    ['claude', [...PROXIES, 'ANTHROPIC_API_KEY', 'CLAUDE_CONFIG_DIR']],
    ['gemini', [...PROXIES, 'GEMINI_API_KEY', 'GOOGLE_API_KEY']],
    ['opencode', [...PROXIES, 'OPENCODE_CONFIG']],
  ])('%s', (kind, names) => {
    expect(Object.keys(programEnvironment(source, { kind })).toSorted()).toEqual(names.toSorted());
  });
});
