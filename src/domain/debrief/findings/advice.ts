import { isAnyMentioned } from './claims.ts'
import { facetSides } from './facet-sides.ts'
import type { Finding } from './finding.ts'
import { topRanks } from './values.ts'

/** Advice on a colleague of a letter, by the leading letter, that asks for what someone of these sides does anyway. */
const adviceNotNeeded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  D: { I: 'friendliness.high sociability.high', S: 'innovativeness.low', C: 'prudence.high' },
  I: { D: 'goalOriented.high', S: 'sociability.low', C: 'prudence.high systemization.high' },
  S: {
    D: 'teamwork.low temperance.low prudence.low',
    I: 'prudence.low cheerfulness.high',
    C: 'compassion.low',
  },
  C: { D: 'prudence.low', I: 'cheerfulness.high', S: 'compassion.high teamwork.high' },
  even: { D: 'leadership.high prudence.low', I: 'friendliness.high', S: 'teamwork.high', C: 'prudence.high' },
}

/**
 * Advice, by its place among the texts, that does not fit someone of these sides, values or leading letters, whatever
 * else the text says: it contradicts them, it trains what the person does anyway, or it speaks of people like them as
 * the others.
 */
const unfitAdvice: Readonly<Record<string, string>> = {
  'styles.S.do': 'innovativeness.high',
  'styles.S.doToo': 'innovativeness.high prudence.low',
  'styles.S.avoid': 'innovativeness.high',
  'styles.S.avoidToo': 'innovativeness.high openMindedness.low',
  'styles.SC.doToo': 'innovativeness.high',
  'styles.CS.doToo': 'innovativeness.high',
  'styles.SC.avoid': 'innovativeness.high confidence.high',
  'styles.CS.do': 'innovativeness.high',
  'styles.CS.avoid': 'confidence.high',
  'styles.C.do': 'prudence.low',
  'styles.C.avoid': 'prudence.low',
  'styles.IC.avoid': 'prudence.low',
  'styles.I.avoid': 'sociability.low',
  'styles.IS.avoid': 'teamwork.low',
  'styles.SI.avoid': 'teamwork.low',
  'experiments.D': 'openMindedness.high prudence.high',
  'experiments.I': 'systemization.high discipline.high',
  'experiments.S': 'teamwork.low generosity.low openMindedness.low',
  'experiments.C': 'prudence.low aestheticAppreciation.low',
  'values.familyHappiness.do': 'innovativeness.high discipline.low',
  'values.adventure.do': 'adventureSeeking.low innovativeness.low',
  'values.adventure.doToo': 'adventureSeeking.low innovativeness.low',
  'values.enjoyment.doToo': 'sociability.low',
  'facets.adventureSeeking.high.do': 'innovativeness.low composure.low value.security',
  'facets.innovativeness.high.avoid': 'value.tradition',
  'facets.discipline.high.do': 'innovativeness.high',
  'facets.resilience.high.avoid': 'composure.low',
  'facets.cheerfulness.high.experiment': 'compassion.low',
  'facets.generosity.low.experiment': 'compassion.low',
  'facets.humility.low.experiment': 'selfBelief.low',
  'facets.confidence.high.experiment': 'leadership.low',
  'facets.discipline.high.experiment': 'innovativeness.high',
  'facets.aestheticAppreciation.high.experiment': 'goalOriented.low',
  'facets.temperance.high.experiment': 'teamwork.low integrity.high',
  'facets.temperance.low.experiment': 'teamwork.high',
  'facets.teamwork.low.experiment': 'temperance.high',
  'facets.responsibility.high.experiment': 'prudence.high',
  'facets.openMindedness.high.experiment': 'teamwork.low leadership.high',
  'facets.systemization.high.experiment': 'discipline.high',
  'facets.innovativeness.high.experiment': 'value.tradition discipline.high',
  'facets.aestheticAppreciation.low.strain': 'letter.C',
  'facets.systemization.low.strain': 'letter.C',
  'facets.goalOriented.high.strain': 'value.familyHappiness',
  'facets.innovativeness.low.strain': 'value.adventure',
  'facets.responsibility.low.strain': 'value.security',
  'facets.prudence.low.strain': 'letter.C',
  ...forColleagues({
    adventureSeeking: { high: 'value.security prudence.high', low: 'value.adventure' },
    cheerfulness: { high: 'composure.low optimism.low' },
    compassion: { high: 'letter.C', low: 'value.care generosity.high' },
    composure: { low: 'temperance.high resilience.high' },
    confidence: { high: 'friendliness.low', low: 'sociability.high friendliness.high letter.I' },
    creativity: { low: 'aestheticAppreciation.high' },
    emotionalAwareness: { high: 'temperance.high', low: 'compassion.high temperance.low' },
    friendliness: { high: 'trust.low', low: 'sociability.high trust.high' },
    generosity: { low: 'value.care' },
    goalOriented: { low: 'value.achievement' },
    humility: { low: 'confidence.low' },
    innovativeness: {
      high: 'value.tradition letter.S',
      low: 'value.adventure adventureSeeking.high creativity.high',
    },
    integrity: { low: 'value.fairness' },
    intellectualCuriosity: { low: 'value.wisdom' },
    leadership: { low: 'value.influence letter.D' },
    openMindedness: { low: 'prudence.high' },
    optimism: { high: 'selfBelief.low' },
    prudence: { high: 'letter.D', low: 'openMindedness.high letter.C' },
    resilience: { high: 'composure.low', low: 'composure.high' },
    responsibility: { low: 'value.fairness' },
    selfBelief: { high: 'optimism.low', low: 'optimism.high' },
    selfControl: {
      high: 'value.enjoyment cheerfulness.high',
      low: 'discipline.high optimism.low selfBelief.low',
    },
    sociability: { high: 'confidence.low', low: 'cheerfulness.high letter.I' },
    teamwork: { low: 'letter.S' },
    temperance: { low: 'composure.high resilience.high' },
    trust: { high: 'prudence.high letter.C' },
    vigor: { high: 'prudence.high letter.S' },
  }),
}

/** Whom the sentence on a colleague of the other side would describe as well. */
function forColleagues(
  likeThem: Readonly<Record<string, Readonly<Partial<Record<'high' | 'low', string>>>>>,
) {
  return Object.fromEntries(
    Object.entries(likeThem).flatMap(([facet, sides]) =>
      Object.entries(sides).map(([side, list]) => [`facets.${facet}.${side}.colleague`, list] as const),
    ),
  )
}

/** Whether advice contradicts what is known of the person: fixed hours for someone whom a changed plan suits. */
export function isUnfit(place: string, all: readonly Finding[]): boolean {
  const list = unfitAdvice[place]
  if (list === undefined) return false
  const against = facetSides(list)
  return isAnyMentioned(all, against) || against.some((one) => otherKind.test(one) && isLike(one, all))
}

const otherKind = /^(value|letter)\./

/** Whether a value is among the first three, or a letter leads. */
function isLike(one: string, all: readonly Finding[]): boolean {
  const [, name = ''] = one.split('.')
  return all.some(
    ({ subject }) =>
      (subject.kind === 'value' &&
        subject.value === name &&
        topRanks.some((rank) => rank === subject.rank)) ||
      (subject.kind === 'style' && subject.style !== 'even' && subject.style.startsWith(name)),
  )
}

/** Whether a person does already what the advice on a colleague asks for. */
export function needsNoAdvice(all: readonly Finding[], letter: string, colleague: string): boolean {
  return isAnyMentioned(all, facetSides(adviceNotNeeded[letter]?.[colleague] ?? ''))
}
