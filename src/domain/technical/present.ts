import { type Based, type PeopleFigures, simulation, type TechnicalFigures } from '../../content/technical.ts'
import { localFloor, localWeights } from '../../scoring/local-norm.ts'
import type { Family } from '../../scoring/results.ts'
import type { Tallies } from './aggregate.ts'
import { type PublishedByFamily, peopleFloor, type StoredFigures } from './publish.ts'
import { shortFocusFigures } from './short-focus.ts'

/** The figures to show: those of people if there are enough, otherwise those of the simulation. */
export function presentFigures(
  { people }: Pick<Tallies, 'people'>,
  published: PublishedByFamily,
  now: Date,
): TechnicalFigures {
  const counted = (family: Family): PeopleFigures => {
    const kept = published[family]?.figures as StoredFigures<object> | undefined
    return {
      form: simulation[family].form,
      n: people[family].usable,
      capped: people[family].capped,
      medianMinutes: kept?.medianMinutes ?? null,
      quality: kept?.quality ?? null,
    }
  }
  return {
    computedAt: now.toISOString(),
    floor: peopleFloor,
    simulation: simulation.made,
    people: { disc: counted('disc'), focus: counted('focus'), core: counted('core') },
    focus: based('focus', published, simulation.focus),
    shortFocus: shortFocusFigures(),
    disc: based('disc', published, simulation.disc),
    core: based('core', published, simulation.core),
    localNorms: { floor: localFloor, meanWeight: localWeights.mean, varianceWeight: localWeights.variance },
  }
}

function based<Figures>(family: Family, published: PublishedByFamily, simulated: Figures): Based & Figures {
  const shown = published[family]
  if (!shown) return { basis: 'simulation', n: simulation.made.people, madeAt: null, ...simulated }
  const { own } = shown.figures as StoredFigures<Figures>
  return { basis: 'people', n: shown.n, madeAt: shown.madeAt, ...own }
}
