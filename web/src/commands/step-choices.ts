import { createContext, useContext } from 'react';
import type { StepItem, ViewBlock } from '../../../src/harness/module/view-block.ts';
import type { CommandField, FieldOption } from './command-fields.ts';
import { isRecord } from './json-schema.ts';

/** A step that can be chosen in a form. */
export type StepChoice = Pick<StepItem, 'id' | 'title' | 'status'>;

const ShownSteps = createContext<readonly StepChoice[]>([]);

/** Tells forms which steps are shown, so that people choose a step instead of typing its id. */
export const StepChoices = ShownSteps.Provider;

/** The steps that can be chosen in forms. */
export function useStepChoices(): readonly StepChoice[] {
  return useContext(ShownSteps);
}

/** All steps of some blocks, at any depth. */
export function stepsIn(blocks: readonly ViewBlock[]): readonly StepChoice[] {
  return blocks.flatMap((block) => (block.type === 'steps' ? withChildren(block.items) : []));
}

function withChildren(items: readonly StepItem[]): readonly StepItem[] {
  return items.flatMap((item) => [item, ...withChildren(item.children ?? [])]);
}

const MAX_LABEL_LENGTH = 90;

/** The same fields, offering steps where `.meta({ step: true })` asks for one, except those that are `given`. */
export function withSteps(
  fields: readonly CommandField[],
  steps: readonly StepChoice[],
  { input, given }: { readonly input: object; readonly given: Readonly<Record<string, unknown>> },
): readonly CommandField[] {
  if (steps.length === 0 || !fields.some(({ steps: held }) => held)) return fields;
  const chosen = givenSteps(input, given);
  return fields.map((field) => {
    const { steps: held, kind } = field;
    if (held === undefined) return field;
    const initial = new Set(Array.isArray(field.initial) ? field.initial.map(String) : []);
    const options = steps
      .filter(({ id, status }) => initial.has(id) || (!chosen.has(id) && status !== 'cancelled'))
      .map(({ id, title }) => optionOf(id, title, held.isNumber));
    if (!held.isList) return { ...field, kind: { type: 'choice', options } };
    const { minItems, maxItems } = kind.type === 'lines' || kind.type === 'choices' ? kind : NO_BOUNDS;
    return { ...field, kind: { type: 'choices', options, minItems, maxItems } };
  });
}

const NO_BOUNDS = { minItems: undefined, maxItems: undefined };

function optionOf(id: string, title: string, isNumber: boolean): FieldOption {
  const value = isNumber ? Number(id) : id;
  const words =
    title.length > MAX_LABEL_LENGTH ? `${title.slice(0, MAX_LABEL_LENGTH).toWellFormed()}…` : title;
  return { id: JSON.stringify(value), value, label: `${id} ${words}` };
}

/** The id of a step as a command holds it: a number where its schema wants one. */
export function stepValue(id: string, input: object | undefined, field: string): unknown {
  const properties = input !== undefined && 'properties' in input ? Object(input.properties) : {};
  return isRecord(properties[field]) && properties[field].type === 'integer' ? Number(id) : id;
}

function givenSteps(input: object, given: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const properties = 'properties' in input ? Object(input.properties) : {};
  return new Set(
    Object.entries(given).flatMap(([name, value]) =>
      isRecord(properties[name]) && properties[name].step === true ? [String(value)] : [],
    ),
  );
}
