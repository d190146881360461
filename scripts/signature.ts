import type { parseSync } from 'oxc-parser';

type Statement = ReturnType<typeof parseSync>['program']['body'][number];
type Exported = Extract<Statement, { type: 'ExportNamedDeclaration' }>;
type Declared = NonNullable<Exported['declaration']>;
type ClassLike = Extract<Declared, { type: 'ClassDeclaration' | 'ClassExpression' }>;
type Member = ClassLike['body']['body'][number];

/** Longer tables of constants say nothing that their doc comment does not. */
const MAX_VALUE_LENGTH = 40;

/** The declaration of `name` as its users see it: without bodies, and without what is private. */
export function signatureOf(
  declaration: Declared,
  name: string,
  text: string,
): { kind: string; signature: string } | undefined {
  switch (declaration.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      if (declaration.id?.name !== name) return undefined;
      return {
        kind: 'function',
        signature: before(text, declaration.start, declaration.body, declaration.end),
      };
    case 'ClassDeclaration':
      if (declaration.id?.name !== name) return undefined;
      return { kind: 'class', signature: classText(declaration, text) };
    case 'TSInterfaceDeclaration':
      if (declaration.id.name !== name) return undefined;
      return { kind: 'interface', signature: text.slice(declaration.start, declaration.end) };
    case 'TSTypeAliasDeclaration':
      if (declaration.id.name !== name) return undefined;
      return { kind: 'type', signature: text.slice(declaration.start, declaration.end) };
    case 'VariableDeclaration':
      return constant(declaration, name, text);
    default:
      return undefined;
  }
}

function constant(
  { declarations }: Extract<Declared, { type: 'VariableDeclaration' }>,
  name: string,
  text: string,
): { kind: string; signature: string } | undefined {
  const found = declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
  if (found === undefined || found.id.type !== 'Identifier') return undefined;
  const { id, init } = found;
  const type = id.typeAnnotation;
  if (type) return { kind: 'constant', signature: `const ${text.slice(id.start, type.end)};` };
  if (init?.type === 'ArrowFunctionExpression') {
    return { kind: 'function', signature: `const ${before(text, found.start, init.body, found.end)}` };
  }
  const whole = `const ${text.slice(found.start, found.end)};`;
  const isLong = whole.split('\n').length > MAX_VALUE_LENGTH;
  return { kind: 'constant', signature: isLong ? `const ${name} = …;` : whole };
}

function classText({ start, body }: ClassLike, text: string): string {
  const members = body.body.filter(isPublic).map((member) => {
    const lead = commentRightBefore(text, member.start);
    return `${lead}  ${memberText(member, text)}`;
  });
  const head = text.slice(start, body.start).trimEnd();
  return members.length === 0 ? `${head} {}` : `${head} {\n${members.join('\n')}\n}`;
}

function isPublic(member: Member): boolean {
  if (member.type === 'StaticBlock') return false;
  if (
    'accessibility' in member &&
    (member.accessibility === 'private' || member.accessibility === 'protected')
  ) {
    return false;
  }
  return !('key' in member && member.key.type === 'PrivateIdentifier');
}

function memberText(member: Member, text: string): string {
  switch (member.type) {
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
      return before(text, member.start, member.value.body, member.end).replace(
        /^((?:static |override )*)\*/,
        '$1',
      );
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return before(text, member.start, member.typeAnnotation ? member.value : null, member.end);
    default:
      return text.slice(member.start, member.end);
  }
}

/** The text up to a body or a value that is of no interest, ending like a declaration. */
function before(
  text: string,
  start: number,
  cut: { readonly start: number } | null | undefined,
  end: number,
): string {
  const kept = text.slice(start, cut?.start ?? end).trimEnd();
  return `${kept.replace(/\s*(?:=>?|;)$/, '').replace(/^((?:export |static |override )*)async /, '$1')};`;
}

/** The doc comment of a member with its indentation, or nothing. */
function commentRightBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const [, comment = ''] =
    /(^[ \t]*\/\*\*(?:(?!\*\/).)*\*\/[ \t]*\n)$/ms.exec(text.slice(0, lineStart)) ?? [];
  return comment;
}
