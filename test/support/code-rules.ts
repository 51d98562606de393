import { isCode, isTest, matches } from './import-rules.ts'
import { isNamed, type Node, nodesOf, type Tree, textOf } from './syntax.ts'

/** A rule about code, and the files that are exempt from it. */
export type Rule = {
  name: string
  /** Files, also as a pattern with `*`, or folders (with a trailing slash) at any depth. */
  except: readonly string[]
  breaks: (node: Node, nodes: readonly Node[]) => boolean
}

/** One line for each violation. */
export function ruleViolations(tree: Tree, rules: readonly Rule[]): string[] {
  const paths = Object.keys(tree).filter((path) => isCode(path) && !isTest(path) && !path.endsWith('.d.ts'))
  return paths.flatMap((path) => {
    const text = tree[path] ?? ''
    const nodes = nodesOf(path, text)
    const own = rules.filter(({ except }) => !except.some((place) => isWithin(path, place)))
    return own.flatMap(({ name, breaks }) =>
      nodes
        .filter((node) => breaks(node, nodes))
        .map((node) => `${path}:${lineOf(text, node.start)} ${name}`),
    )
  })
}

/** Files with too many lines to read in one go. */
export function tooLong(tree: Tree, most: number): string[] {
  return Object.entries(tree)
    .filter(([path, text]) => isCode(path) && !isTest(path) && text.split('\n').length - 1 > most)
    .map(([path]) => path)
}

/** Folders whose name is vague, or means something else in the API. */
export function emptyNames(tree: Tree, refused: readonly string[]): string[] {
  return Object.keys(tree).filter((path) =>
    path
      .split('/')
      .slice(0, -1)
      .some((name) => refused.includes(name)),
  )
}

function isWithin(path: string, place: string): boolean {
  return matches(place, path) || (place.endsWith('/') && path.startsWith(place))
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** An SQL statement in a literal or a template. */
export function isSql(node: Node): boolean {
  if (node.type === 'Literal') return statement.test(textOf(node) ?? '')
  if (node.type !== 'TemplateLiteral') return false
  const parts = node.quasis as { value: { cooked: string } }[]
  return statement.test(parts.map((part) => part.value.cooked).join('computed'))
}

const statement =
  /\b(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+[\w.]+(\s+\w+)?\s+set\s|delete\s+from\s|merge\s+into\s|truncate\s+)/i

export function readsEnvironment(node: Node): boolean {
  if (node.type === 'ImportDeclaration') return textOf(node.source) === 'node:process'
  return isMember(node, 'process', 'env') || (isMemberOfMeta(node) && nameOf(node.property) === 'env')
}

/** Reads the clock or a timer. `new Date(value)` only parses a value. */
export function readsClock(node: Node): boolean {
  if (node.type === 'NewExpression')
    return isNamed(node.callee, 'Date') && (node.arguments as Node[]).length === 0
  if (node.type === 'CallExpression' && isNamed(node.callee, 'Date')) return true
  return (
    isMember(node, 'Date', 'now') ||
    isMember(node, 'performance', 'now') ||
    isMember(node, 'process', 'hrtime')
  )
}

/** Reaches the work of an operation. Statements run as `sql.run` everywhere. */
export function reachesOperationWork(node: Node): boolean {
  const isWork = (name: unknown) => ['run', 'prepare', 'withoutPreparation'].includes(nameOf(name) ?? '')
  if (node.type === 'ObjectPattern')
    return (node.properties as Node[]).some(({ type, key }) => type === 'Property' && isWork(key))
  if (node.type !== 'MemberExpression' || !isWork(node.property)) return false
  const { type, name, property } = node.object as Node
  return (type === 'MemberExpression' ? nameOf(property) : name) !== 'sql'
}

/** Network calls that browsers and Node offer without an import. */
export function usesNetwork(node: Node): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  return ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].some((name) => isNamed(node.callee, name))
}

/** Only errors may be classes; subclasses of our own errors are recognized by the parent's name. */
export function isOtherClass(node: Node): boolean {
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return false
  return !['Error', 'Failure', 'Offline', 'TimbreError', 'ApiError'].some((name) =>
    isNamed(node.superClass, name),
  )
}

function isMember(node: Node, object: string, property: string): boolean {
  return (
    node.type === 'MemberExpression' && isNamed(node.object, object) && nameOf(node.property) === property
  )
}

function isMemberOfMeta(node: Node): boolean {
  return node.type === 'MemberExpression' && (node.object as Node).type === 'MetaProperty'
}

/** The name of a property, for `process.env` and `process['env']` alike. */
function nameOf(node: unknown): string | undefined {
  const { type, name } = node as Node
  return type === 'Identifier' ? (name as string) : textOf(node)
}
