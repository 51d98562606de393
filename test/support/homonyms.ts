import { isCode, isTest } from './import-rules.ts'
import { type Node, statementsOf, type Tree } from './syntax.ts'

/**
 * Exported names that are declared in more than one file, with those files. A type and a value of one name in one file
 * count once: a schema and its type are the same thing.
 */
export function homonyms(tree: Tree): Record<string, string[]> {
  const files = new Map<string, Set<string>>()
  for (const [path, text] of Object.entries(tree)) {
    if (!isCode(path) || isTest(path)) continue
    for (const name of statementsOf(path, text).flatMap(declaredNames)) {
      files.set(name, (files.get(name) ?? new Set()).add(path))
    }
  }
  return Object.fromEntries(
    [...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, [...paths].sort()]),
  )
}

/** The names that an export declares or lists. Re-exports from another file declare nothing. */
function declaredNames(node: Node): string[] {
  if (node.type !== 'ExportNamedDeclaration' || node.source) return []
  const declaration = node.declaration as Node | null
  if (!declaration) return (node.specifiers as Node[]).flatMap(({ exported }) => nameOf(exported))
  if (declaration.type !== 'VariableDeclaration') return nameOf(declaration.id)
  return (declaration.declarations as Node[]).flatMap(({ id }) => namesInPattern(id))
}

/** The names in `a`, `{ a, b: c }` and `[a, b]`. */
function namesInPattern(id: unknown): string[] {
  const { type, properties, elements } = id as Node
  if (type === 'ObjectPattern') return (properties as Node[]).flatMap(({ value }) => namesInPattern(value))
  if (type === 'ArrayPattern') return (elements as Node[]).flatMap(namesInPattern)
  return nameOf(id)
}

function nameOf(id: unknown): string[] {
  const { type, name } = (id ?? {}) as Node
  return type === 'Identifier' ? [name as string] : []
}
