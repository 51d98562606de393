import { type FacetSide, facetSides } from './facet-sides.ts'

/**
 * What else a sentence denies, by its place among the texts: its words say more than the facts behind it. Someone who
 * finds their way to people easily isn't someone to whom the first approach is hard.
 */
const sentenceDenials: Readonly<Record<string, string>> = {
  'letters.D.low': 'openMindedness.low',
  'letters.I.low': 'temperance.low',
  'letters.C.low': 'selfBelief.low',
  'traits.organization.low': 'creativity.low',
  'traits.stability.high': 'emotionalAwareness.high compassion.high',
  'traits.stability.low': 'emotionalAwareness.low',
  'traits.communication.low': 'leadership.high confidence.high',
  'traits.flexibility.low': 'adventureSeeking.high',
  'relations.iUnmoved': 'confidence.low friendliness.low sociability.low',
  'relations.iWary': 'confidence.low sociability.low',
  'relations.iGuards': 'confidence.low friendliness.low',
  'relations.iWithCare': 'confidence.low friendliness.low',
  'relations.iBehind': 'confidence.low friendliness.low',
  'relations.iAims': 'confidence.low',
  'relations.iTense': 'confidence.low',
  'relations.iInOrder': 'sociability.low',
  'relations.iModest': 'sociability.low',
  'relations.sWithHeat': 'innovativeness.high vigor.high',
  'relations.sFast': 'openMindedness.high innovativeness.high',
  'relations.sInFight': 'innovativeness.high adventureSeeking.high vigor.high',
  'relations.sWithoutCalm': 'vigor.high',
  'relations.sWithAdventure': 'vigor.high',
  'relations.sInCompany': 'vigor.high',
  'relations.sCreates': 'vigor.high',
  'relations.sAims': 'vigor.high',
  'relations.sLate': 'vigor.high',
  'relations.dWithCare': 'openMindedness.high',
  'relations.sureAndBound': 'prudence.high',
  'relations.easyAndCalm': 'discipline.high',
  'relations.shyAndApart': 'openMindedness.low leadership.high',
  'relations.quietIdeas': 'openMindedness.low',
  'relations.straightInPeace': 'openMindedness.low',
  'relations.leadsInPeace': 'openMindedness.low prudence.low',
  'relations.kindAndTrusting': 'prudence.high',
  'relations.helpsAndFeels': 'prudence.high',
  'values.freedom.wantToo': 'innovativeness.low',
  'facets.systemization.high.strain': 'discipline.high resilience.high',
  'facets.aestheticAppreciation.low.strain': 'selfBelief.low prudence.high goalOriented.high',
  'facets.selfBelief.low.strain': 'aestheticAppreciation.low goalOriented.low prudence.low',
  'facets.selfControl.low.strain': 'vigor.high',
  'facets.compassion.high.strain': 'composure.high optimism.high',
  'facets.sociability.low.strain': 'openMindedness.low teamwork.low leadership.high',
  'facets.discipline.high.strain': 'temperance.high prudence.low',
  'facets.trust.low.strain': 'composure.high',
  'facets.goalOriented.high.strain': 'selfControl.high',
}

export function denialsOfSentence(place: string): readonly FacetSide[] {
  return facetSides(sentenceDenials[place] ?? '')
}

/** What denies a sentence on a letter and a value: a counted risk is no risk that was not counted. */
const letterWithValueDenials: Readonly<Record<string, string>> = {
  'D.adventure': 'prudence.high',
  'D.security': 'prudence.high',
  'D.influence': 'leadership.low',
  'D.achievement': 'goalOriented.low',
  'I.adventure': 'confidence.low discipline.high',
  'I.enjoyment': 'cheerfulness.low sociability.low',
  'I.influence': 'confidence.low friendliness.low',
  'I.care': 'generosity.low',
  'I.familyHappiness': 'sociability.low friendliness.low',
  'S.wisdom': 'prudence.low',
  'S.freedom': 'vigor.high',
  'S.adventure': 'vigor.high',
  'S.enjoyment': 'vigor.high',
  'S.achievement': 'vigor.high',
  'S.influence': 'leadership.high openMindedness.low',
  'S.wealth': 'prudence.low vigor.high',
  'S.recognition': 'confidence.high leadership.high humility.low',
  'S.security': 'innovativeness.high vigor.high',
  'S.tradition': 'vigor.high',
  'S.care': 'generosity.low compassion.low',
  'S.fairness': 'teamwork.low openMindedness.low temperance.low',
  'S.familyHappiness': 'teamwork.low openMindedness.low generosity.low',
  'C.adventure': 'prudence.low',
  'C.achievement': 'goalOriented.low',
  'C.influence': 'openMindedness.low prudence.low',
  'C.security': 'prudence.low',
}

export function denialsOfLetterWithValue(letter: string, value: string): readonly FacetSide[] {
  return [...facetSides(letterWithValueDenials[`${letter}.${value}`] ?? ''), ...denialsOfValue(value)]
}

/** What reads as the opposite of a value, unless a sentence names both: someone drawn to the unknown seeks some risk. */
const valueDenials: Readonly<Record<string, string>> = {
  wisdom: 'intellectualCuriosity.low',
  adventure: 'adventureSeeking.low innovativeness.low',
  tradition: 'innovativeness.high',
  recognition: 'humility.high',
  care: 'generosity.low integrity.low compassion.low',
  fairness: 'integrity.low',
  security: 'adventureSeeking.high',
}

export function denialsOfValue(value: string): readonly FacetSide[] {
  return facetSides(valueDenials[value] ?? '')
}
