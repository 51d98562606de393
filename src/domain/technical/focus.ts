import { focusForm } from '../../content/forms.ts'
import { focusNorm } from '../../content/norms.ts'
import type { FocusFigures, FocusItemFigures, FocusScaleFigures } from '../../content/technical.ts'
import { scalesOf } from '../../scoring/local-norm.ts'
import { alpha, itemRest, omega, part, splitHalf, total } from '../../scoring/reliability.ts'
import type { FocusResult, Trait } from '../../scoring/results.ts'
import { round } from '../../scoring/round.ts'
import {
  addValues,
  type CrossSums,
  correlationIn,
  covariances,
  crossSums,
  means,
} from '../../scoring/sums.ts'

/**
 * Focus of many people as sums: cross products of the 24 keyed answers of each trait, and of first and second attempts.
 */
export type FocusTally = {
  readonly traits: Readonly<Record<Trait, CrossSums>>
  readonly retest: Readonly<Record<string, CrossSums>>
}

type Item = { readonly n: number; readonly facet: string; readonly key: 1 | -1 }

const traits = [...new Set(focusForm.facets.map(({ trait }) => trait))]
const scales = scalesOf(focusForm, focusNorm)

/** The 24 items of each trait, facet by facet, in the order of the form. */
const itemsOf = new Map<Trait, readonly Item[]>(
  traits.map((trait) => [
    trait,
    focusForm.facets
      .filter((facet) => facet.trait === trait)
      .flatMap(({ facet, items }) =>
        items.map((n) => ({ n, facet, key: focusForm.items[n - 1]?.ipip === -1 ? -1 : 1 }) as const),
      ),
  ]),
)

export function focusTally(): FocusTally {
  return {
    traits: Object.fromEntries(traits.map((trait) => [trait, crossSums(24)])) as FocusTally['traits'],
    retest: Object.fromEntries(scales.map(({ name }) => [name, crossSums(2)])),
  }
}

/** Adds the 120 answers of one person, in item order. */
export function addFocus(tally: FocusTally, answers: readonly number[]): void {
  for (const trait of traits) {
    const keyed = (itemsOf.get(trait) ?? []).map(({ n, key }) => {
      const answer = answers[n - 1] ?? Number.NaN
      return key === -1 ? 6 - answer : answer
    })
    addValues(tally.traits[trait], keyed)
  }
}

/** Adds both results of a person who took Focus twice. */
export function addFocusRetest(tally: FocusTally, former: FocusResult, now: FocusResult): void {
  const [before, after] = [rawOf(former), rawOf(now)]
  for (const [scale, sums] of Object.entries(tally.retest)) {
    addValues(sums, [before[scale] ?? Number.NaN, after[scale] ?? Number.NaN])
  }
}

/** All Focus figures of the page; retest figures only if at least `retestFloor` people took it twice. */
export function focusFigures(tally: FocusTally, retestFloor: number): FocusFigures {
  const retestN = Math.min(...Object.values(tally.retest).map(({ n }) => n))
  const ofTraits = new Map(traits.map((trait) => [trait, momentsOf(tally.traits[trait])]))
  const moments = (trait: Trait) => ofTraits.get(trait) ?? momentsOf(tally.traits[trait])
  return {
    form: focusForm.id,
    norm: focusNorm.id,
    retestN,
    scales: scales.map(({ name, kind, general }) => {
      const trait = kind === 'trait' ? (name as Trait) : traitOf(name)
      const places = placesOf(trait, kind === 'trait' ? undefined : name)
      const retest = tally.retest[name]
      const figures = scaleFigures(moments(trait), places, general, kind)
      return {
        scale: name,
        kind,
        ...figures,
        norm: { ...general, provisional: focusNorm.provisional.scales.includes(name) },
        retest: retest && retestN >= retestFloor ? kept(correlationIn(retest, 0, 1)) : null,
      }
    }),
    items: traits
      .flatMap((trait) => itemFigures(trait, moments(trait)))
      .sort((one, other) => one.item - other.item),
  }
}

/** The covariances and means of a trait's items, which all of its figures share. */
type Moments = { readonly matrix: ReturnType<typeof covariances>; readonly middles: ReturnType<typeof means> }

function momentsOf(sums: CrossSums): Moments {
  return { matrix: covariances(sums), middles: means(sums) }
}

function scaleFigures(
  { matrix: ofTrait, middles }: Moments,
  places: readonly number[],
  norm: { readonly sd: number },
  kind: 'trait' | 'facet',
): Pick<FocusScaleFigures, 'alpha' | 'omega' | 'splitHalf' | 'semRaw' | 'semT' | 'mean' | 'sd'> {
  const matrix = part(ofTrait, places)
  const every = places.map((_, at) => at)
  // A facet's first two items are in the first half of the questionnaire, its last two in the second.
  const early = every.filter((at) => at % 4 < 2)
  const late = every.filter((at) => at % 4 >= 2)
  const sd = Math.sqrt(total(matrix, every, every))
  const reliability = alpha(matrix)
  const sem = reliability === undefined ? undefined : sd * Math.sqrt(1 - reliability)
  return {
    alpha: kept(reliability),
    omega: kind === 'facet' ? kept(omega(matrix)) : null,
    splitHalf: kept(splitHalf(matrix, early, late)),
    semRaw: kept(sem, 2),
    semT: kept(sem === undefined ? undefined : (10 * sem) / norm.sd, 2),
    mean: round(
      places.reduce((sum, place) => sum + (middles[place] ?? Number.NaN), 0),
      2,
    ),
    sd: round(sd, 2),
  }
}

function itemFigures(trait: Trait, { matrix, middles }: Moments): FocusItemFigures[] {
  return (itemsOf.get(trait) ?? []).map(({ n, facet, key }, at) => {
    const places = placesOf(trait, facet)
    return {
      item: n,
      facet,
      key,
      mean: round(middles[at] ?? Number.NaN, 2),
      sd: round(Math.sqrt(matrix[at]?.[at] ?? Number.NaN), 2),
      itemRest: kept(itemRest(part(matrix, places), places.indexOf(at))),
    }
  })
}

/** The positions of a facet's items among the 24 of its trait; all of them without a facet. */
function placesOf(trait: Trait, facet?: string): number[] {
  const places: number[] = []
  for (const [at, item] of (itemsOf.get(trait) ?? []).entries()) {
    if (facet === undefined || item.facet === facet) places.push(at)
  }
  return places
}

function traitOf(facet: string): Trait {
  return focusForm.facets.find((one) => one.facet === facet)?.trait as Trait
}

function rawOf(result: FocusResult): Record<string, number> {
  const raw: Record<string, number> = {}
  for (const [trait, { facets, ...scale }] of Object.entries(result)) {
    raw[trait] = scale.raw
    for (const [facet, inner] of Object.entries(facets)) raw[facet] = inner.raw
  }
  return raw
}

/** Figures that can't be computed are null in JSON. */
function kept(value: number | undefined, decimals: 2 | 3 = 3): number | null {
  return value === undefined || !Number.isFinite(value) ? null : round(value, decimals)
}
