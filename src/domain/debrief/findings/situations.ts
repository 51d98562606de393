import { type FacetSide, facetSides } from './facet-sides.ts'

/** What brings pressure, and whose sentences begin with it: two of them in a row would begin alike in every language. */
const situations: Readonly<Record<string, { readonly styles: string; readonly strains: string }>> = {
  stakes: { styles: 'DC CD', strains: 'integrity.low goalOriented.high' },
  rush: {
    styles: 'DI I',
    strains: 'prudence.low aestheticAppreciation.low aestheticAppreciation.high systemization.low',
  },
  deadline: { styles: '', strains: 'intellectualCuriosity.high discipline.low' },
  load: { styles: '', strains: 'trust.low selfControl.low' },
  pressure: { styles: 'D IC', strains: 'creativity.high responsibility.low openMindedness.low' },
  peace: { styles: 'S', strains: 'teamwork.high' },
  temper: { styles: 'IS SI', strains: 'teamwork.low temperance.low' },
}

const ofStyle = new Map<string, string>()
const ofStrain = new Map<FacetSide, string>()
for (const [situation, { styles, strains }] of Object.entries(situations)) {
  for (const style of styles.split(' ')) ofStyle.set(style, situation)
  for (const side of facetSides(strains)) ofStrain.set(side, situation)
}

export function situationOfStyle(style: string): string | undefined {
  return ofStyle.get(style)
}

export function situationOfStrain(facet: string, side: 'high' | 'low'): string | undefined {
  return ofStrain.get(`${facet}.${side}`)
}
