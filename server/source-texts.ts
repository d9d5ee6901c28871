import { parseSync } from "vite";

/** A text that `t`, `msg` or `<Rich text>` is given in a module. */
export interface SourceText {
  text: string;
  /** Where it begins, in characters. */
  at: number;
}

/** Of a syntax tree, in ESTree's form. */
export interface SyntaxNode {
  type: string;
  start: number;
  [property: string]: unknown;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** Calls `visit` for each node of a syntax tree, an outer one first; where it answers false, not for those within. */
export function walk(node: unknown, visit: (node: SyntaxNode) => boolean): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  if (!isNode(node) || !visit(node)) return;
  for (const value of Object.values(node)) if (typeof value === "object") walk(value, visit);
}

/** The syntax tree of a module. @throws SyntaxError */
export function syntaxOf(path: string, source: string): unknown {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  return program;
}

/** What a call of `t` or `msg`, or a `<Rich>`, is given as its text; undefined for any other node. */
export function givenText(node: SyntaxNode): unknown {
  const { callee, arguments: given, name, attributes } = node;
  if (node.type === "CallExpression" && isNode(callee) && Array.isArray(given))
    return callee.name === "t" || callee.name === "msg" ? given[0] : undefined;
  if (node.type !== "JSXOpeningElement" || !isNode(name) || name.name !== "Rich") return undefined;
  if (!Array.isArray(attributes)) return undefined;
  const text = attributes.find((attribute) => isNode(attribute.name) && attribute.name.name === "text");
  return isNode(text?.value) && text.value.type === "JSXExpressionContainer"
    ? text.value.expression
    : text?.value;
}

/** The texts that a module says in the reader's language. @throws SyntaxError */
export function sourceTexts(path: string, source: string): SourceText[] {
  const found: SourceText[] = [];
  walk(syntaxOf(path, source), (node) => {
    for (const text of literalsOf(givenText(node))) found.push({ text, at: node.start });
    return true;
  });
  return found;
}

/** The literal, or those on both sides of conditions: `t(isNew ? "Add" : "Change")`. */
export function literalsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === "ConditionalExpression")
    return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  const [only, ...others] = node.type === "TemplateLiteral" && Array.isArray(node.quasis) ? node.quasis : [];
  return only && others.length === 0 ? [String(only.value.cooked)] : [];
}
