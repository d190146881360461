import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definePlanner } from './define-planner.ts';
import { plannerOfModule } from './module-planner.ts';
import { ModuleSecrets, namesSecret, secretFieldsOf } from './secret-field.ts';

const module = definePlanner({
  id: 'mailer',
  title: 'Mailer',
  description: 'Sends mail.',
  config: z.strictObject({
    to: z.string().meta({ title: 'To' }),
    apiKey: z.string().optional().meta({ title: 'Key', description: 'Of the mail service.', secret: true }),
    account: z.string().default('').meta({ secret: true }),
  }),
  facts: {},
  state: { initial: null, apply: (state) => state },
});

describe('the name of a secret', () => {
  it.each(['env:MAIL_KEY', 'env:_x1', 'file:mail', 'file:mail.key-2'])('may be %s', (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    'ghp_abcdef',
    'env:',
    'env:A B',
    'file:../x',
    'file:',
    'env:WAYFOLD_TOKEN',
    'env:1',
    '',
    undefined,
  ])('is not %s', (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});

describe('a secret field', () => {
  it('is known by its mark', () => {
    expect(secretFieldsOf(module)).toEqual(['apiKey', 'account']);
  });

  it('takes names alone, wherever a setup is parsed, and does not repeat what it refuses', () => {
    const refused = module.config.safeParse({ to: 'ada', apiKey: 'sk-12345678' });
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['apiKey']]);
    expect(JSON.stringify(refused.error?.issues)).not.toContain('sk-12345678');
    expect(module.config.parse({ to: 'ada', apiKey: 'env:KEY' })).toEqual({
      to: 'ada',
      apiKey: 'env:KEY',
      account: '',
    });
    expect(module.config.safeParse({ to: 'ada' }).success).toBe(true);
  });

  it('says in its JSON Schema what it takes', () => {
    const { properties } = z.toJSONSchema(module.config, { io: 'input' });
    expect(properties?.apiKey).toMatchObject({
      secret: true,
      title: 'Key',
      description: expect.stringMatching(/^Of the mail service\. .*env:NAME/),
    });
  });

  it('is recorded as a name under any name, and never stands in a link', () => {
    const planner = plannerOfModule(module);
    const config = { to: 'ada', apiKey: 'env:KEY', account: 'file:mail' };
    expect(planner.withoutSecrets?.(config)).toEqual(config);
    expect(planner.withoutSecrets?.({ ...config, apiKey: 'sk-12345678' })).toEqual({
      to: 'ada',
      account: 'file:mail',
    });
    expect(planner.dehydrate?.(config)).toEqual({ to: 'ada' });
  });
});

describe('secrets', () => {
  const values: Record<string, string> = { 'env:KEY': 'sk-12345678' };
  const opened = () => new ModuleSecrets(module, (name) => values[name] ?? '');

  it('stand in the place of their names, in secret fields alone', () => {
    expect(opened().reveal({ to: 'env:KEY', apiKey: 'env:KEY' })).toEqual({
      to: 'env:KEY',
      apiKey: 'sk-12345678',
    });
  });

  it('are taken out of whatever comes of them', async () => {
    const secrets = opened();
    secrets.reveal({ apiKey: 'env:KEY' });
    expect(secrets.conceal([{ url: 'https://x/?key=sk-12345678' }])).toEqual([
      { url: 'https://x/?key=[redacted env:KEY]' },
    ]);
    const failed = secrets.concealed(async () => {
      throw new Error('no sk-12345678', { cause: new Error('sk-12345678') });
    });
    await expect(failed).rejects.toMatchObject({
      message: 'no [redacted env:KEY]',
      cause: { message: '[redacted env:KEY]' },
    });
  });

  it('leave alone what is none', () => {
    const secrets = opened();
    const value = { text: 'sk-12345678' };
    expect(secrets.conceal(value)).toBe(value);
  });
});
