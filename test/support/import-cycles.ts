import { isCode, isTest, targetOf } from './import-rules.ts'
import { importsOf, nodesOf, type Tree } from './syntax.ts'

/**
 * The groups of files that import each other in a circle (Tarjan's strongly connected components, SIAM J.
 * Comput. 1, 1972), types included: whoever reads one of them has to read them all.
 */
export function importCycles(tree: Tree): string[][] {
  const graph = graphOf(tree)
  const seen = new Map<string, { index: number; low: number; open: boolean }>()
  const stack: string[] = []
  const found: string[][] = []

  function visit(path: string) {
    const own = { index: seen.size, low: seen.size, open: true }
    seen.set(path, own)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      const there = seen.get(next) ?? visit(next)
      if (there.open) own.low = Math.min(own.low, there.low)
    }
    if (own.low === own.index) close(path)
    return own
  }

  function close(path: string) {
    const group = stack.splice(stack.indexOf(path))
    for (const member of group) Object.assign(seen.get(member) ?? {}, { open: false })
    if (group.length > 1 || graph.get(path)?.includes(path)) found.push(group.sort())
  }

  for (const path of graph.keys()) if (!seen.has(path)) visit(path)
  return found
}

function graphOf(tree: Tree): Map<string, string[]> {
  const paths = Object.keys(tree).filter((path) => isCode(path) && !isTest(path))
  return new Map(
    paths.map((path) => {
      const imports = importsOf(nodesOf(path, tree[path] ?? ''))
      const targets = imports.flatMap(({ from }) => (from?.startsWith('.') ? [targetOf(path, from)] : []))
      return [path, targets.filter((target) => target in tree)]
    }),
  )
}
