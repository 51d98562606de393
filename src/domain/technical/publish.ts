import { simulation } from '../../content/technical.ts'
import type { Database } from '../../contract/ports.ts'
import type { Family } from '../../scoring/results.ts'
import { round } from '../../scoring/round.ts'
import type { PeopleTally, Tallies } from './aggregate.ts'
import { coreFigures } from './core.ts'
import { discFigures } from './disc.ts'
import { focusFigures } from './focus.ts'
import { findPublishedFigures, insertPublishedFigures, type PublishedFigures } from './store.ts'

/** Below this number of people only the number is shown: figures of fewer are noise and could identify people. */
export const peopleFloor = 500

/** Stored for each questionnaire in addition to its own figures. */
export type StoredFigures<Figures> = {
  readonly own: Figures
  readonly medianMinutes: number | null
  readonly quality: { readonly ok: number; readonly caution: number; readonly invalid: number }
}

export type PublishedByFamily = Partial<Record<Family, PublishedFigures>>

/**
 * The figures of people that may be shown now. They stay the same, in the database, until there are `peopleFloor` more
 * people, so that restarting a process changes nothing: any two published figures differ by at least 500 people.
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
    // Another process may have published this step with one person more or fewer; all show the same one.
    const stored = await database.inSystem((sql) => findPublishedFigures(sql, family, form), {
      readOnly: true,
    })
    if (stored) published[family] = stored
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

/** The lower of the two middle values if their number is even. */
function medianOf(counts: ReadonlyMap<number, number>, all: number): number {
  let below = 0
  for (const [value, count] of [...counts].sort(([one], [other]) => one - other)) {
    below += count
    if (below >= all / 2) return value
  }
  return 0
}
