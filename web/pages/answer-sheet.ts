import type { AssessmentId } from '../../src/http/views/page-view.ts'
import type { CoreScreenAnswer, TakingAnswers, TakingView } from '../../src/http/views/taking-view.ts'
import { screenForPage } from '../../src/scoring/core-screens.ts'
import type { Pick } from './flow-state.ts'
import { findPart, type TakingPosition } from './taking-position.ts'

/** The first unanswered item of a part; undefined if all are answered. */
export function firstUnanswered(
  view: TakingView,
  answers: TakingAnswers,
  part: AssessmentId,
): number | undefined {
  const count = findPart(view, part)?.itemCount ?? 0
  for (let item = 1; item <= count; item++) if (!isAnswered(view, answers, part, item)) return item
  return undefined
}

/** The answer of an adaptive Core screen is valid only if its four values follow from the earlier answers. */
function isAnswered(view: TakingView, answers: TakingAnswers, part: AssessmentId, item: number): boolean {
  if (part !== 'core') return answers[part][itemNumber(view, part, item)] !== undefined
  const kept = answers.core[item]
  return kept !== undefined && sameValues(kept.block, adaptiveBlock(view, answers, item))
}

/** The form's item number at a position. DISC blocks have another order in each attempt. */
export function itemNumber(view: TakingView, part: AssessmentId, item: number): number {
  return part === 'disc' ? (view.disc?.blocks[item - 1]?.n ?? item) : item
}

/** The four values of a Core screen in display order; undefined while answers it depends on are missing. */
export function adaptiveBlock(
  view: TakingView,
  answers: TakingAnswers,
  screen: number,
): readonly string[] | undefined {
  const design = view.core?.design
  if (!design) return undefined
  const before: CoreScreenAnswer[] = []
  for (let earlier = answers.core[1]; earlier; earlier = answers.core[before.length + 1]) {
    if (before.length === screen - 1) break
    before.push(earlier)
  }
  return before.length < Math.min(screen - 1, lastNeeded(screen, design.blocks.length))
    ? undefined
    : screenForPage(screen - 1, before, design)
}

/** How many answers a screen depends on: none for a fixed screen, all up to the last refit for an adaptive one. */
function lastNeeded(screen: number, fixed: number): number {
  return screen <= fixed ? 0 : screen - 1 - ((screen - 1 - fixed) % 2)
}

/** The choices on a forced-choice screen in the order of the keys 1 to 4: DISC letters or Core value keys. */
export function optionsAt(
  view: TakingView,
  answers: TakingAnswers,
  position: TakingPosition,
): readonly string[] {
  if (position.at === 'practice') return practiceOptions
  if (position.at !== 'item') return []
  if (position.part === 'disc')
    return view.disc?.blocks[position.item - 1]?.statements.map(({ letter }) => letter) ?? []
  return position.part === 'core' ? (adaptiveBlock(view, answers, position.item) ?? []) : []
}

const practiceOptions = ['1', '2', '3', '4'] as const

/** The stored answer of a forced-choice item, as a choice to show again. */
export function savedPick(view: TakingView, answers: TakingAnswers, part: AssessmentId, item: number): Pick {
  if (part === 'focus' || !isAnswered(view, answers, part, item)) return {}
  if (part === 'disc') return answers.disc[itemNumber(view, part, item)] ?? {}
  const kept = answers.core[item]
  return kept ? { most: kept.best, least: kept.worst } : {}
}

function sameValues(a: readonly string[], b: readonly string[] | undefined): boolean {
  return b !== undefined && a.length === b.length && a.every((key) => b.includes(key))
}
