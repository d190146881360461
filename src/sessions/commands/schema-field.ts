import { z } from 'zod';
import type { JsonSchema } from '../../plan-tools/calls/json-schema.ts';
import { asOneObject } from './command-schema.ts';

/** A field of an input, with what a form or a command line needs to know. */
export interface SchemaField {
  /** Its name in the input. */
  readonly key: string;
  /** The type of one value. Objects and unions are `json`. */
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'json';
  /** A list: every value is an item. */
  readonly repeats: boolean;
  /** The only allowed values. */
  readonly choices?: readonly (string | number | boolean)[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** It may be null. */
  readonly nullable: boolean;
  /** A union with plain text as a member: such text needs no quotes. */
  readonly orText: boolean;
  readonly required: boolean;
  readonly default?: unknown;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** The fields of an object's JSON Schema, or of all objects in a union; none if there is no object. */
export function schemaFields(schema: JsonSchema): readonly SchemaField[] {
  const root = Node.parse(asOneObject(schema));
  return Object.entries(root.properties ?? {}).map(([key, property]) => {
    const node = resolved(property, root);
    return {
      key,
      ...shapeOf(node, root),
      required: root.required?.includes(key) ?? false,
      default: node.default,
      title: node.title,
      description: node.description,
    };
  });
}

const Node = z.looseObject({
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  prefixItems: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
});
type Node = z.infer<typeof Node>;
type Shape = Pick<
  SchemaField,
  'kind' | 'repeats' | 'choices' | 'minimum' | 'maximum' | 'nullable' | 'orText'
>;

const Choices = z.array(z.union([z.string(), z.number(), z.boolean()])).min(1);
const JSON_SHAPE: Shape = { kind: 'json', repeats: false, nullable: false, orText: false };

/** Resolves a reference, merged with its siblings. */
function resolved(schema: unknown, root: Node): Node {
  // `true` accepts anything, and so does an empty object.
  const { $ref, ...node } = Node.catch({}).parse(schema);
  if ($ref === undefined) return node;
  const target = $ref === '#' ? root : resolved(root.$defs?.[$ref.replace('#/$defs/', '')], root);
  return { ...target, ...node };
}

function shapeOf(node: Node, root: Node): Shape {
  const members = membersOf(node, root);
  const others = members.filter(({ type }) => type !== 'null');
  const nullable = others.length < members.length;
  const choices = choicesOf(others);
  if (choices !== undefined) return { ...JSON_SHAPE, kind: 'text', choices, nullable };
  const [only] = others;
  // Such as a URL that may be empty.
  if (others.length > 1 && others.every(({ type }) => type === 'string')) {
    return { ...JSON_SHAPE, kind: 'text', nullable };
  }
  if (only === undefined || others.length > 1) {
    return { ...JSON_SHAPE, nullable, orText: others.some(({ type }) => type === 'string') };
  }
  const shape = only === node || !isUnion(only) ? plainShape(only, root) : shapeOf(only, root);
  return { ...shape, nullable: nullable || shape.nullable };
}

function isUnion({ anyOf, oneOf, type }: Node): boolean {
  return anyOf !== undefined || oneOf !== undefined || Array.isArray(type);
}

/** The members of a union; of anything else, itself. */
function membersOf(node: Node, root: Node): Node[] {
  const union = node.anyOf ?? node.oneOf;
  if (union) return union.map((member) => resolved(member, root));
  return Array.isArray(node.type) ? node.type.map((type) => ({ ...node, type })) : [node];
}

function choicesOf(nodes: readonly Node[]): Shape['choices'] {
  const values = nodes.flatMap((node) => node.enum ?? ('const' in node ? [node.const] : [undefined]));
  return Choices.safeParse(values).data;
}

function plainShape(node: Node, root: Node): Shape {
  const { minimum, maximum } = node;
  switch (node.type) {
    case 'string':
      return { ...JSON_SHAPE, kind: 'text' };
    case 'number':
    case 'integer':
      return { ...JSON_SHAPE, kind: node.type, minimum, maximum };
    case 'boolean':
      return { ...JSON_SHAPE, kind: 'boolean' };
    case 'array': {
      if (node.prefixItems !== undefined) return JSON_SHAPE;
      const item = resolved(node.items, root);
      // A list of lists may contain itself.
      const isPlain = membersOf(item, root).every((member) => member.type !== 'array' && !isUnion(member));
      return { ...(isPlain ? shapeOf(item, root) : JSON_SHAPE), repeats: true, nullable: false };
    }
    default:
      return JSON_SHAPE;
  }
}
