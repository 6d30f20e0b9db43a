// Finds texts for people that are written into source files instead of the labels.
import { parseSync } from "vite";

export interface UiString {
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** Props that are shown or read aloud. */
const textProps =
  /^(title|alt|label|placeholder|action|cancel|spoken|words|heading|term|note|unit|text|caption|detail|description|about|effect|aria-(label|description|roledescription|valuetext|placeholder))$/;

/** Props that never are. */
const otherProps = /^(className|class|d|viewBox|style|key|id|type|role|href|value|stroke|fill|data-.*)$/;

/** Members of objects that have the name of a text prop, but hold a value of a closed vocabulary. */
const valueMembers = /^(action|effect|unit)$/;

/** Names of keys as events have them. */
const keyNames = /^(Escape|Enter|Tab|Backspace|Delete|Home|End|Arrow\w+|Page\w+|Mac|Meta|Control|Shift)$/;

/**
 * Texts between tags and in props that are shown count if they have a word; any other string only if it looks like a
 * sentence or a caption, which class names, identifiers and CSS do not.
 */
export function uiStrings(fileName: string, source: string): readonly UiString[] {
  const found: UiString[] = [];
  const report = (node: Node, text: string): void => {
    found.push({ line: source.slice(0, node.start).split("\n").length, text: text.trim() });
  };

  function visit(node: Node, shown: boolean): void {
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "TSLiteralType":
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        return;
      case "JSXText":
        if (hasWord(String(node["value"]))) report(node, String(node["value"]));
        return;
      case "Literal":
        if (typeof node["value"] === "string" && isText(node["value"], shown)) report(node, node["value"]);
        return;
      case "TemplateLiteral": {
        const text = nodesIn(node["quasis"])
          .map(({ value }) => (isRecord(value) ? String(value["cooked"]) : ""))
          .join("…");
        if (isText(text, shown)) report(node, text);
        break;
      }
      case "JSXAttribute": {
        const name = isNode(node["name"]) ? String(node["name"]["name"]) : "";
        if (otherProps.test(name) || !isNode(node["value"])) return;
        visit(node["value"], textProps.test(name));
        return;
      }
      case "JSXExpressionContainer":
        for (const child of childrenOf(node)) visit(child, shown);
        return;
      case "JSXElement":
      case "JSXFragment":
        if (isNode(node["openingElement"])) visit(node["openingElement"], false);
        for (const child of nodesIn(node["children"])) visit(child, true);
        return;
      case "ConditionalExpression":
        visitAll([node["test"]], false);
        visitAll([node["consequent"], node["alternate"]], shown);
        return;
      case "LogicalExpression":
        visitAll([node["left"], node["right"]], shown);
        return;
      case "BinaryExpression":
      case "SwitchCase":
        // Compared, not shown.
        for (const child of childrenOf(node)) if (child.type !== "Literal") visit(child, false);
        return;
      case "Property": {
        const key = isNode(node["key"]) ? String(node["key"]["name"] ?? node["key"]["value"]) : "";
        visitAll([node["value"]], textProps.test(key) && !valueMembers.test(key));
        return;
      }
      case "NewExpression":
        // Messages of faults in the program itself.
        if (isNode(node["callee"]) && String(node["callee"]["name"]).endsWith("Error")) return;
        break;
    }
    for (const child of childrenOf(node)) visit(child, false);
  }

  function visitAll(values: readonly unknown[], shown: boolean): void {
    for (const value of values) if (isNode(value)) visit(value, shown);
  }

  const parsed: unknown = parseSync(fileName, source).program;
  if (isNode(parsed)) visit(parsed, false);
  return found;
}

function isText(text: string, shown: boolean): boolean {
  return shown ? hasWord(text) && !isCode(text) : looksLikeText(text);
}

/** Two letters in a row; a single one is the name of a key. */
function hasWord(text: string): boolean {
  return /\p{L}{2}/u.test(text);
}

/** "w-72 font-mono", "Aa1": identifiers, class names and CSS. */
function isCode(text: string): boolean {
  return !/^\p{Lu}\p{Ll}/u.test(text.trim()) && /[-:/_[\]@=#0-9]/.test(text);
}

function looksLikeText(text: string): boolean {
  const trimmed = text.trim();
  if (keyNames.test(trimmed)) return false;
  if (/^\p{Lu}\p{Ll}+$/u.test(trimmed) || /^(?:A|An|I|\p{Lu}\p{Ll}+)[,:]? [\p{L}…“]/u.test(trimmed)) return true;
  return /\p{L}{2,}[,;]? \p{L}+/u.test(trimmed) && !isCode(trimmed);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
const isNode = (value: unknown): value is Node => isRecord(value) && typeof value["type"] === "string";
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter((each) => isNode(each)) : []);
const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (isNode(value) ? [value] : nodesIn(value)));
