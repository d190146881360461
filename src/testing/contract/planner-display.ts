import assert from 'node:assert/strict';
import { actionsIn, stepsIn } from '../../harness/module/block-actions.ts';
import type { PlannerModule, SessionStatus } from '../../harness/module/planner-module.ts';
import { type CommandCall, type ViewBlock, ViewBlockSchema } from '../../harness/module/view-block.ts';
import { openSchemaOf } from '../../sessions/commands/command-schema.ts';
import { commandsOf, SESSION_COMMANDS } from '../../sessions/commands/commands.ts';
import {
  assertUnique,
  isPlainJson,
  momentsOf,
  type PlannerSamples,
  type SampleMoment,
  sameTwice,
} from './planner-samples.ts';
import type { TestRunner } from './suite.ts';

const STATUSES: Readonly<Record<SessionStatus, true>> = {
  idle: true,
  working: true,
  waiting: true,
  completed: true,
  simulated: true,
  failed: true,
  canceled: true,
  rejected: true,
};

/** A command that a view or a waiting item offers. */
export interface OfferedCall {
  readonly command: CommandCall;
  /** The fields that a person may change first. */
  readonly edit?: readonly string[] | undefined;
}

/** What a module shows at every moment. */
export function plannerDisplayContract(samples: PlannerSamples, { describe, it }: TestRunner): void {
  const { module } = samples;
  const everywhere = async (check: (moment: SampleMoment) => void) => {
    for (const moment of momentsOf(samples)) check(moment);
  };

  describe('what it shows', () => {
    it('is blocks of the closed set, whose items have unique ids', () =>
      everywhere((moment) => assertBlocks(module, moment)));

    it('has waiting items with unique ids', () => everywhere((moment) => assertWaiting(module, moment)));

    it('offers only commands that its sessions accept, with valid input', () =>
      everywhere((moment) => assertCommands(module, moment)));

    it('has a status of the closed list', () => everywhere((moment) => assertStatus(module, moment)));

    it('is plain JSON as data, to compare and as artifacts', () =>
      everywhere((moment) => assertData(module, moment)));
  });
}

/** Fails unless everything that a module shows at a moment is valid. */
export function assertDisplayed(module: PlannerModule, moment: SampleMoment): void {
  assertBlocks(module, moment);
  assertWaiting(module, moment);
  assertCommands(module, moment);
  assertStatus(module, moment);
  assertData(module, moment);
}

/** Every complete command on offer at a moment: as an option, or as an action in the view. */
export function offeredCalls(module: PlannerModule, { at }: SampleMoment): readonly OfferedCall[] {
  const options = module.waiting(at).flatMap(({ options: offered = [] }) => offered);
  return [...options, ...module.view(at).flatMap(callsIn)];
}

function assertBlocks(module: PlannerModule, { where, at }: SampleMoment): void {
  for (const block of sameTwice(() => module.view(at), where)) {
    const { error } = ViewBlockSchema.safeParse(block);
    assert.equal(error?.message, undefined, `${where}: a ${block.type} block does not fit`);
    assert.ok(isPlainJson(block), `${where}: a ${block.type} block is no plain JSON`);
    assertUnique(itemIds(block), `${where}: ids in a ${block.type} block`);
    if (block.type !== 'steps') continue;
    const steps = stepsIn(block.items);
    const known = new Set(steps.map(({ id }) => id));
    const missing = steps.flatMap(({ dependsOn = [] }) => dependsOn).filter((id) => !known.has(id));
    assert.deepEqual(missing, [], `${where}: steps depend on steps that are not there`);
  }
}

function assertWaiting(module: PlannerModule, { where, at }: SampleMoment): void {
  const items = sameTwice(() => module.waiting(at), where);
  assert.ok(isPlainJson(items), `${where}: what waits is no plain JSON`);
  assertUnique(
    items.map(({ id }) => id),
    `${where}: ids of what waits`,
  );
  for (const { id, text, seq, options = [] } of items) {
    assert.notEqual(text.trim(), '', `${where}: ${id} says nothing`);
    assert.ok(seq === undefined || (seq >= 1 && seq <= at.head), `${where}: ${id} is of fact ${seq}`);
    assertUnique(
      options.flatMap((option) => option.id ?? []),
      `${where}: ids of the options of ${id}`,
    );
  }
}

function assertCommands(module: PlannerModule, moment: SampleMoment): void {
  const { where, at } = moment;
  for (const { command, edit = [] } of offeredCalls(module, moment)) {
    const { type, ...input } = command;
    const schema = inputOf(module, type, where);
    const { error } = schema.safeParse(input);
    assert.equal(error?.message, undefined, `${where}: the input of ${type} does not fit`);
    assertFields(Object.keys(Object(openSchemaOf(schema, {}).properties)), edit, `${where}: ${type}`);
  }
  const shown = module.view(at).flatMap((block) => (block.type === 'steps' ? stepsIn(block.items) : []));
  for (const { move } of shown) {
    if (move)
      assertFields(
        fieldsOf(module, move.command.type, where),
        [move.before],
        `${where}: ${move.command.type}`,
      );
  }
  const forms = shown.flatMap(({ forms: own = [] }) => own);
  for (const { form } of [...module.waiting(at), ...forms]) {
    if (form === undefined) continue;
    const { type, ...given } = form;
    const schema = inputOf(module, type, where);
    assertFields(
      Object.keys(Object(openSchemaOf(schema, {}).properties)),
      Object.keys(given),
      `${where}: ${type}`,
    );
    // Fields that a person fills in are missing; the rest has to be valid.
    const issues = schema.safeParse(given).error?.issues ?? [];
    const wrong = issues.filter(
      ({ path: [field] }) => typeof field === 'string' && given[field] !== undefined,
    );
    assert.deepEqual(wrong, [], `${where}: a form of ${type} holds what does not fit`);
  }
}

function fieldsOf(module: PlannerModule, type: string, where: string): readonly string[] {
  return Object.keys(Object(openSchemaOf(inputOf(module, type, where), {}).properties));
}

function assertFields(known: readonly string[], named: readonly string[], where: string): void {
  const unknown = named.filter((field) => known.length > 0 && !known.includes(field));
  assert.deepEqual(unknown, [], `${where} has no such fields`);
}

function inputOf(module: PlannerModule, type: string, where: string) {
  assert.ok(commandsOf(module).includes(type), `${where}: its sessions do not take ${type}`);
  const own = Object.hasOwn(module.commands, type) ? module.commands[type]?.input : undefined;
  const schema = own ?? Object.entries(SESSION_COMMANDS).find(([name]) => name === type)?.[1];
  assert.ok(schema, `${where}: there is no command ${type}`);
  return schema;
}

function assertStatus(module: PlannerModule, { where, at }: SampleMoment): void {
  const status = sameTwice(() => module.status(at), where);
  assert.ok(Object.hasOwn(STATUSES, status), `${where}: ${status} is no status`);
  for (const answer of [module.done(at), module.begun(at)]) assert.equal(typeof answer, 'boolean', where);
  const title = module.titleOf?.(at);
  assert.ok(title === undefined || typeof title === 'string', `${where}: the title is a ${typeof title}`);
}

function assertData(module: PlannerModule, { where, at }: SampleMoment): void {
  const data = sameTwice(() => module.data(at), where);
  assert.equal(typeof data.type, 'string', `${where}: the data has no type`);
  assert.ok(isPlainJson(data), `${where}: the data is no plain JSON`);
  assert.ok(
    isPlainJson(sameTwice(() => module.comparable(at), where)),
    `${where}: what is compared is no JSON`,
  );
  const artifacts = sameTwice(() => module.artifacts(at), where);
  assert.ok(isPlainJson(artifacts), `${where}: the artifacts are no plain JSON`);
  assertUnique(
    artifacts.map(({ id }) => id),
    `${where}: ids of artifacts`,
  );
  assert.ok(isPlainJson(module.handsOver(at)), `${where}: what is handed over is no plain JSON`);
}

function callsIn(block: ViewBlock): readonly OfferedCall[] {
  const moves = block.type === 'steps' ? stepsIn(block.items).flatMap(({ move }) => move ?? []) : [];
  return [...actionsIn(block), ...moves];
}

function itemIds(block: ViewBlock): readonly string[] {
  switch (block.type) {
    case 'steps':
      return stepsIn(block.items).map(({ id }) => id);
    case 'table':
      return block.rows.flatMap(({ id }) => id ?? []);
    case 'map':
      return block.points.map(({ id }) => id);
    case 'messages':
      return block.items.map(({ id }) => id);
    default:
      return [];
  }
}
