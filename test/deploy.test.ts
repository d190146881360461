import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('deploy/compose.yaml');

/** What of the Compose specification is used; anything else is a mistake, or is to be added here. */
const Service = z.strictObject({
  image: z.string().regex(/^[a-z0-9./-]+:[\w.-]+$/),
  working_dir: z.string().startsWith('/').optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
  volumes: z.array(z.string().regex(/^[\w./${}:-]+:\/[\w/-]+(:ro)?$/)).optional(),
  ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
  deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: z.string().regex(/^\d+s$/),
      retries: z.int(),
    })
    .optional(),
});

const Compose = z.looseObject({
  services: z.record(z.string().regex(/^[a-z]+$/), Service),
  volumes: z.record(z.string(), z.null()),
});

const { services, volumes, ...rest } = Compose.parse(parse(text, { merge: true }));

describe('deploy/compose.yaml', () => {
  it('contains only services, volumes and extensions', () => {
    expect(Object.keys(rest).filter((key) => !key.startsWith('x-'))).toEqual([]);
  });

  it('names only existing services and volumes', () => {
    const named = Object.values(services).flatMap(({ volumes: mounts = [] }) =>
      mounts.map((mount) => mount.split(':')[0] ?? '').filter((source) => /^\w+$/.test(source)),
    );
    expect(named.toSorted()).toEqual(Object.keys(volumes).toSorted());
    for (const { depends_on: needed = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(needed)) {
        expect(services).toHaveProperty(name);
        if (condition === 'service_healthy') expect(services[name]).toHaveProperty('healthcheck');
      }
    }
  });

  it('publishes only the server’s port', () => {
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['server']);
  });

  it('contains no password, and requires those that must be given', () => {
    const secrets = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|TOKEN|KEY/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+:(\?.+|-)\}$/);
    expect(text.match(/\$\{POSTGRES_PASSWORD[^}]*\}/g)?.every((use) => use.includes(':?'))).toBe(true);
  });

  it('uses commands and options that exist', () => {
    const reference = read('docs/cli.md');
    for (const name of ['worker', 'server']) {
      const [, program, command, ...args] = services[name]?.command ?? [];
      expect(program).toBe('bin/wayfold.cjs');
      expect(reference).toContain(`wayfold ${command}`);
      for (const option of args.filter((arg) => arg.startsWith('--'))) expect(reference).toContain(option);
    }
  });

  it('is in the package', () => {
    expect(z.object({ files: z.array(z.string()) }).parse(JSON.parse(read('package.json'))).files).toContain(
      'deploy',
    );
  });
});
