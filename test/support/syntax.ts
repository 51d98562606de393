import { parseSync } from 'vite'

/** Files as text, by their path from the repository root. */
export type Tree = Readonly<Record<string, string>>

/** A node of the syntax tree (ESTree with TypeScript's nodes). */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export type Import = {
  /** The module specifier, or undefined if it is computed. In a computed name below a package scope, `*`. */
  from: string | undefined
  /** Whether the import disappears when types are stripped. */
  typesOnly: boolean
}

/** The nodes of a TypeScript file in source order. Throws if it cannot be parsed. */
export function nodesOf(path: string, text: string): Node[] {
  const nodes: Node[] = []
  collect(programOf(path, text), nodes)
  // Whoever reads all nodes of a file has its imports as well.
  if (knownImports.get(path)?.text !== text) knownImports.set(path, { text, imports: importsOf(nodes) })
  return nodes
}

/** Only the statements of the file itself, without what is in them. */
export function statementsOf(path: string, text: string): Node[] {
  return programOf(path, text).body as unknown as Node[]
}

function programOf(path: string, text: string) {
  const { program, errors } = parseSync(path, text)
  const [error] = errors
  if (error) throw new Error(`${path}: ${error.message}`)
  return program
}

/**
 * What a file imports. Kept for each file, because a tree is read again and again with one file more; the nodes of all
 * files would take hundreds of megabytes.
 */
export function importsIn(path: string, text: string): readonly Import[] {
  const known = knownImports.get(path)
  if (known?.text === text) return known.imports
  if (hasOtherImports.test(text)) {
    nodesOf(path, text)
    return knownImports.get(path)?.imports ?? []
  }
  // All others are statements of the file itself, found without walking its tree.
  const imports = importsOf(statementsOf(path, text))
  knownImports.set(path, { text, imports })
  return imports
}

/** Imports that are no statements of their own: `import()`, `import type A = require()`, `require()`. */
const hasOtherImports = /\bimport\s*\(|\brequire\b|\bcreateRequire\b/

const knownImports = new Map<string, { text: string; imports: readonly Import[] }>()

function collect(value: unknown, nodes: Node[]): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') nodes.push(value as Node)
  for (const child of Object.values(value)) collect(child, nodes)
}

/** Everything that refers to another module: `import`, `export from`, `import()`, `require`, import types. */
function importsOf(nodes: readonly Node[]): Import[] {
  return nodes.flatMap((node): Import[] => {
    switch (node.type) {
      case 'ImportDeclaration':
        return [{ from: textOf(node.source), typesOnly: isTypesOnly(node, 'importKind') }]
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return node.source ? [{ from: textOf(node.source), typesOnly: isTypesOnly(node, 'exportKind') }] : []
      case 'ImportExpression':
        return [{ from: specifierOf(node.source), typesOnly: false }]
      case 'TSImportType':
        return [{ from: textOf(node.source), typesOnly: true }]
      case 'TSExternalModuleReference':
        return [{ from: textOf(node.expression), typesOnly: false }]
      case 'CallExpression':
        return isRequire(node.callee)
          ? [{ from: textOf((node.arguments as Node[])[0]), typesOnly: false }]
          : []
      default:
        return []
    }
  })
}

/** With `verbatimModuleSyntax`, `import { type A }` still loads the module; only `import type` does not. */
function isTypesOnly(node: Node, kind: 'importKind' | 'exportKind'): boolean {
  return node[kind] === 'type'
}

/** `require(…)`, `require.resolve(…)`, and the same through `createRequire(…)`. */
function isRequire(callee: unknown): boolean {
  const node = callee as Node
  if (node.type === 'Identifier') return node.name === 'require'
  if (node.type === 'CallExpression') return isNamed(node.callee, 'createRequire')
  return (
    node.type === 'MemberExpression' && isNamed(node.property, 'resolve') && isRequire(node.object as Node)
  )
}

/** A literal, `new URL(literal, import.meta.url).href`, or a computed name below a package scope, as `@scope/*`. */
function specifierOf(source: unknown): string | undefined {
  const node = source as Node
  if (node.type === 'MemberExpression' && isNamed(node.property, 'href')) return urlBesideModule(node.object)
  if (node.type !== 'TemplateLiteral') return textOf(node)
  const [first] = node.quasis as { value: { cooked: string } }[]
  return (
    textOf(node) ?? (/^@[\w-]+\/$/.test(first?.value.cooked ?? '') ? `${first?.value.cooked}*` : undefined)
  )
}

function urlBesideModule(node: unknown): string | undefined {
  const { type, callee, arguments: parameters } = node as Node
  const [path, base] = (parameters ?? []) as Node[]
  const isRelative = base?.type === 'MemberExpression' && (base.object as Node).type === 'MetaProperty'
  return type === 'NewExpression' && isNamed(callee, 'URL') && isRelative ? textOf(path) : undefined
}

export function isNamed(node: unknown, name: string): boolean {
  const { type, name: own } = (node ?? {}) as Node
  return type === 'Identifier' && own === name
}

/** The text of a string literal, or of a template without expressions. */
export function textOf(node: unknown): string | undefined {
  const { type, value, quasis } = (node ?? {}) as Node
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral') return undefined
  const parts = quasis as { value: { cooked: string } }[]
  return parts.length === 1 ? parts[0]?.value.cooked : undefined
}
