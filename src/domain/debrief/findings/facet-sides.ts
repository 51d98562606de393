/** A facet on a side, such as `teamwork.low`. */
export type FacetSide = `${string}.${'high' | 'low'}`

/** The sides in a list with spaces. */
export function facetSides(list: string): readonly FacetSide[] {
  const known = sidesOfList.get(list)
  if (known) return known
  const sides = list.split(' ').filter((side) => side !== '') as FacetSide[]
  sidesOfList.set(list, sides)
  return sides
}

/** The lists of the rules with their sides: they are read all the time, and divided once. */
const sidesOfList = new Map<string, readonly FacetSide[]>()

/** Whether one of the sides is in both lists. */
export function haveCommon(sides: readonly FacetSide[], others: readonly FacetSide[]): boolean {
  for (const side of sides) if (others.includes(side)) return true
  return false
}
