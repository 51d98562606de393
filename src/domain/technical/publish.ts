import { simulation } from '../../content/technical.ts'
import type { Database } from '../../contract/ports.ts'
import type { Family } from '../../scoring/results.ts'
import { round } from '../../scoring/round.ts'
import type { PeopleTally, Tallies } from './aggregate.ts'
import { coreFigures } from './core.ts'
import { discFigures } from './disc.ts'
import { focusFigures } from './focus.ts'
import { findPublishedFigures, insertPublishedFigures, type PublishedFigures } from './store.ts'

/** Of fewer people no figure is shown but their number: fewer are noise, and could be told apart. */
export const peopleFloor = 500

/** What is kept of one questionnaire beside its own figures. */
export type StoredFigures<Figures> = {
  readonly own: Figures
  readonly medianMinutes: number | null
  readonly quality: { readonly ok: number; readonly caution: number; readonly invalid: number }
}

export type PublishedByFamily = Partial<Record<Family, PublishedFigures>>

/**
 * The figures of people that may be shown now. They stand until `peopleFloor` people more are there, in the database,
 * so that no start of a process moves them: the difference of any two that were ever shown is that of 500 people.
 */
export async function publishFigures(
  database: Database,
  tallies: Tallies,
  now: Date,
): Promise<PublishedByFamily> {
  const published: PublishedByFamily = {}
  for (const family of ['disc', 'focus', 'core'] as const) {
    const { usable: n } = tallies.people[family]
    if (n < peopleFloor) continue
    const { form } = simulation[family]
    const shown = await database.inSystem((sql) => findPublishedFigures(sql, family, form), {
      readOnly: true,
    })
    const after = shown?.n ?? 0
    if (n < after + peopleFloor) {
      if (shown) published[family] = shown
      continue
    }
    const step = { after, n, madeAt: now, figures: figuresOf(family, tallies) }
    await database.inSystem((sql) => insertPublishedFigures(sql, family, form, step))
    // Another process may have made this step of one person more or fewer; all show the same one.
    const made = await database.inSystem((sql) => findPublishedFigures(sql, family, form), { readOnly: true })
    if (made) published[family] = made
  }
  return published
}

function figuresOf(family: Family, tallies: Tallies): StoredFigures<object> {
  const own = {
    focus: () => focusFigures(tallies.focus, peopleFloor),
    disc: () => discFigures(tallies.disc, peopleFloor),
    core: () => coreFigures(tallies.core, peopleFloor),
  }[family]()
  return { own, ...peopleFigures(tallies.people[family]) }
}

function peopleFigures({
  outcomes: { ok, caution, invalid },
  seconds,
}: PeopleTally): Omit<StoredFigures<object>, 'own'> {
  const all = ok + caution + invalid
  const timed = [...seconds.values()].reduce((sum, count) => sum + count, 0)
  return {
    medianMinutes: timed < peopleFloor ? null : round(medianOf(seconds, timed) / 60, 1),
    quality: { ok: round(ok / all, 4), caution: round(caution / all, 4), invalid: round(invalid / all, 4) },
  }
}

/** The lower of both middle values where their number is even. */
function medianOf(counts: ReadonlyMap<number, number>, all: number): number {
  let below = 0
  for (const [value, count] of [...counts].sort(([one], [other]) => one - other)) {
    below += count
    if (below >= all / 2) return value
  }
  return 0
}
