import { type Based, type PeopleFigures, simulation, type TechnicalFigures } from '../../content/technical.ts'
import { localFloor, localWeights } from '../../scoring/local.ts'
import type { Family } from '../../scoring/results.ts'
import { round } from '../../scoring/round.ts'
import { coreFigures } from './core.ts'
import { discFigures } from './disc.ts'
import { focusFigures } from './focus.ts'
import type { PeopleTally, Tallies } from './gather.ts'

/** Of fewer people no figure is shown but their number: fewer are noise, and could be told apart. */
export const peopleFloor = 500

/** The figures that may be shown: of people where there are enough of them, else those of the simulation. */
export function present(tallies: Tallies, now: Date): TechnicalFigures {
  const { people } = tallies
  return {
    computedAt: now.toISOString(),
    floor: peopleFloor,
    simulation: simulation.made,
    people: {
      disc: peopleFigures(people.disc, simulation.disc.form),
      focus: peopleFigures(people.focus, simulation.focus.form),
      core: peopleFigures(people.core, simulation.core.form),
    },
    focus: based('focus', tallies, simulation.focus, () => focusFigures(tallies.focus, peopleFloor)),
    disc: based('disc', tallies, simulation.disc, () => discFigures(tallies.disc, peopleFloor)),
    core: based('core', tallies, simulation.core, () => coreFigures(tallies.core, peopleFloor)),
    localNorms: { floor: localFloor, meanWeight: localWeights.mean, varianceWeight: localWeights.variance },
  }
}

function based<Figures>(
  family: Family,
  { people }: Tallies,
  simulated: Figures,
  figures: () => Figures,
): Based & Figures {
  const { usable: n } = people[family]
  if (n >= peopleFloor) return { basis: 'people', n, ...figures() }
  return { basis: 'simulation', n: simulation.made.people, ...simulated }
}

function peopleFigures({ usable: n, capped, outcomes, seconds }: PeopleTally, form: string): PeopleFigures {
  const { ok, caution, invalid } = outcomes
  const all = ok + caution + invalid
  const timed = [...seconds.values()].reduce((sum, count) => sum + count, 0)
  return {
    ...{ form, n, capped },
    medianMinutes: timed < peopleFloor ? null : round(medianOf(seconds, timed) / 60, 1),
    quality:
      n < peopleFloor
        ? null
        : { ok: round(ok / all, 4), caution: round(caution / all, 4), invalid: round(invalid / all, 4) },
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
