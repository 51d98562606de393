import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodesOf } from '../test/support/syntax.ts'

const root = join(import.meta.dirname, '..')

/** The stored verdicts; `test/regular-expressions.test.ts` compares the code with them. */
export const verdictFile = join(root, 'test/regular-expressions.json')

export type ExpressionVerdict = 'linear' | 'quadratic' | 'unknown'

/**
 * A slash where an expression may begin: not after a name, a closing bracket or a quotation mark, where it divides, and
 * not that of a path, a comment or a closing tag. Parsing a file takes much longer than this.
 */
const mayHaveLiteral = /(^|[^\w.'"`)\]</*:])\/(?![/*])|:\s*\/(?!\/)/m

/** Every regular expression literal of the code once, as `/pattern/flags`, with a file that has it. */
export function expressionsInCode(): Map<string, { file: string; pattern: string; flags: string }> {
  const files = execFileSync('git', ['ls-files', 'src', 'web', 'scripts', 'examples'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const all = new Map<string, { file: string; pattern: string; flags: string }>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    if (!mayHaveLiteral.test(text)) continue
    for (const node of nodesOf(file, text)) {
      if (node.type !== 'Literal' || !node.regex) continue
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      all.set(`/${pattern}/${flags}`, { file, pattern, flags })
    }
  }
  return all
}

/** How an expression's time grows with its input. Throws for one that a short text can make very slow. */
export async function checkExpression(
  pattern: string,
  flags: string,
  timeout: number,
): Promise<ExpressionVerdict> {
  // Otherwise the library looks for Java and for a native binary.
  process.env.RECHECK_BACKEND = 'pure'
  // Loading it takes a second, and most readers of the list check nothing.
  const { checkSync } = await import('recheck')
  const verdict = checkSync(pattern, flags, { timeout })
  if (verdict.status === 'safe') return 'linear'
  if (verdict.status === 'unknown') return 'unknown'
  const { complexity } = verdict
  if (complexity.type === 'polynomial' && complexity.degree === 2) return 'quadratic'
  throw new Error(
    `/${pattern}/${flags} can take ${complexity.summary} time. Write it without nested repetition.`,
  )
}

/** `npm run regular-expressions`: checks new expressions, and drops removed ones. */
async function main(): Promise<void> {
  const stored: Record<string, ExpressionVerdict> = JSON.parse(readFileSync(verdictFile, 'utf8'))
  const verdicts: [string, ExpressionVerdict][] = []
  for (const [name, { pattern, flags }] of expressionsInCode()) {
    const before = stored[name]
    const isKnown = before && before !== 'unknown'
    verdicts.push([name, isKnown ? before : await checkExpression(pattern, flags, 60_000)])
  }
  const sorted = verdicts.sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(verdictFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  for (const [name, verdict] of sorted)
    if (verdict !== 'linear') process.stdout.write(`${verdict}  ${name}\n`)
}

if (import.meta.main) await main()
