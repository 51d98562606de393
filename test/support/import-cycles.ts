import { posix } from 'node:path'
import { isCode, isTest, targetOf } from './import-rules.ts'
import { importsIn, type Tree } from './syntax.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Groups of files and folders of the same parent folder that import each other in a circle, at every level. A folder
 * imports what any file below it imports, types included: to read one is to read them all. Folders end with a slash.
 */
export function folderCycles(tree: Tree): string[][] {
  const byParent = new Map<string, Map<string, Set<string>>>()
  for (const [path, targets] of graphOf(tree)) {
    for (const target of targets) {
      const siblings = siblingsOf(path, target)
      if (!siblings) continue
      const { parent, from, to } = siblings
      const graph = byParent.get(parent) ?? new Map<string, Set<string>>()
      byParent.set(parent, graph.set(from, (graph.get(from) ?? new Set()).add(to)))
    }
  }
  return [...byParent.values()].flatMap(cyclesOf)
}

/** Where the paths of two files part: their closest common folder, and the file or folder of each directly in it. */
function siblingsOf(path: string, target: string): { parent: string; from: string; to: string } | undefined {
  if (path === target) return undefined
  const [left, right] = [path.split('/'), target.split('/')]
  const depth = left.findIndex((part, index) => part !== right[index])
  const childOf = (parts: string[]) =>
    posix.join(...parts.slice(0, depth + 1)) + (parts.length > depth + 1 ? '/' : '')
  return { parent: left.slice(0, depth).join('/'), from: childOf(left), to: childOf(right) }
}

/** Strongly connected components of more than one node, or with an edge to itself (Tarjan, SIAM J. Comput. 1, 1972). */
function cyclesOf(graph: Graph): string[][] {
  const seen = new Map<string, { index: number; low: number; open: boolean }>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string) {
    const own = { index: seen.size, low: seen.size, open: true }
    seen.set(node, own)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      const state = seen.get(next) ?? visit(next)
      if (state.open) own.low = Math.min(own.low, state.low)
    }
    if (own.low === own.index) close(node)
    return own
  }

  function close(node: string) {
    const group = stack.splice(stack.indexOf(node))
    for (const member of group) Object.assign(seen.get(member) ?? {}, { open: false })
    if (group.length > 1 || graph.get(node)?.has(node)) cycles.push(group.sort())
  }

  for (const node of graph.keys()) if (!seen.has(node)) visit(node)
  return cycles
}

function graphOf(tree: Tree): Graph {
  const paths = Object.keys(tree).filter((path) => isCode(path) && !isTest(path))
  return new Map(
    paths.map((path) => {
      const imports = importsIn(path, tree[path] ?? '')
      const targets = imports.flatMap(({ from }) => (from?.startsWith('.') ? [targetOf(path, from)] : []))
      return [path, new Set(targets.filter((target) => target in tree))]
    }),
  )
}
