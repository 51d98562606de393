import { parseSync } from 'vite'

/** A text that a reader could see, with its line. */
export type Found = { line: number; text: string }

/**
 * Texts in a TypeScript or JSX file that look as if a reader could see them: text between tags, and literals with two
 * words or a capital letter. Left out: what only code reads (imports, classes, addresses, comparisons, thrown errors,
 * types).
 */
export function stringsIn(path: string, source: string): Found[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const found: Found[] = []
  const add = (node: Node, text: string) =>
    found.push({ line: source.slice(0, node.start).split('\n').length, text: text.trim() })
  look(program as unknown as Node, add)
  return found
}

type Node = { type: string; start: number } & Record<string, unknown>
type Add = (node: Node, text: string) => void

function look(node: Node, add: Add): void {
  if (skipped.has(node.type) || isForCode(node)) return
  if (node.type === 'JSXText' && /\p{L}{2}/u.test(String(node.value))) add(node, String(node.value))
  if (node.type === 'Literal' && typeof node.value === 'string' && isReadable(node.value))
    add(node, node.value)
  if (node.type === 'TemplateLiteral') {
    const text = (node.quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('…')
    if (isReadable(text)) add(node, text)
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === 'key' && node.type === 'Property') continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child, add)
  }
}

/** Types, imports, and errors for programmers. */
const skipped = new Set([
  ...['ImportDeclaration', 'ExportAllDeclaration', 'TSTypeAliasDeclaration', 'TSInterfaceDeclaration'],
  ...['TSTypeAnnotation', 'TSTypeParameterInstantiation', 'TSAsExpression.typeAnnotation', 'ThrowStatement'],
  ...['TSLiteralType', 'TSUnionType', 'TSTypeReference'],
])

function isForCode(node: Node): boolean {
  if (node.type === 'JSXAttribute') {
    const { name } = node.name as { name: unknown }
    return typeof name === 'string' && codeAttributes.test(name)
  }
  // Keys of the keyboard, states and the like are compared; words aren't.
  if (node.type === 'BinaryExpression') return /^[!=]==?$|^in$/.test(String(node.operator))
  return node.type === 'SwitchCase'
    ? false
    : node.type === 'CallExpression' && codeCalls.test(nameOf(node.callee as Node))
}

const codeAttributes =
  /^(className|class|style|id|to|from|href|src|type|name|key|route|d|viewBox|transform|icon|role|rel|target|method|action|autoComplete|inputMode|accept|lang|dir|fill|stroke|points|data-.*|html(For)?|place|shape|size|width|height|variant|tone|at|as|kind|sandbox|allow|form|params|search|pattern)$/

const codeCalls =
  /^(call|querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|getElementById|setAttribute|getAttribute|setProperty|getItem|setItem|removeItem|matchMedia|RegExp|createElement|createElementNS|glob|lazy|createRoute|getPropertyValue|startsWith|endsWith|split|join|test|DateTimeFormat)$/

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return String(callee.name)
  if (callee.type === 'MemberExpression') return nameOf(callee.property as Node)
  return ''
}

/** Two words, or a word with a capital letter, but no route, address, path of fields, class list, selector or color. */
function isReadable(text: string): boolean {
  const plain = text.replaceAll('…', ' ').trim()
  if (
    /^(GET|POST|PUT|PATCH|DELETE) \//.test(plain) ||
    /^[#./@]/.test(plain) ||
    /^[a-z]\w*(\.[\w…]+)+$/.test(text) ||
    /[=;]|:\/\/|^[\w-]+\/[\w.*+-]+/.test(plain)
  )
    return false
  if (/^[A-Z][a-z]+$/.test(plain)) return true
  if (/[.!?’”]$/.test(plain) && /\p{L}{2}/u.test(plain)) return true
  return /^\p{Lu}.*\p{L}{2,} \p{L}|\p{L}{2,} \p{L}{2,}.* \p{L}|^(of|and|or|to|by|in|at) \p{L}/u.test(plain)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}
