import { facetSides, isAnyMentioned } from './claims.ts'
import type { Finding } from './finding.ts'

/** Advice on a colleague of a letter, by the leading letter, that asks for what someone of these sides does anyway. */
const adviceNotNeeded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  D: { I: 'friendliness.high sociability.high', S: 'innovativeness.low', C: 'prudence.high' },
  I: { D: 'goalOriented.high', S: 'sociability.low', C: 'prudence.high systemization.high' },
  S: { D: 'teamwork.low temperance.low', I: 'prudence.low cheerfulness.high', C: 'compassion.low' },
  C: { D: 'prudence.low', I: 'cheerfulness.high', S: 'compassion.high teamwork.high' },
  even: { D: 'leadership.high prudence.low', I: 'friendliness.high', S: 'teamwork.high', C: 'prudence.high' },
}

/** Advice, by its place among the texts, that does not fit someone of these sides, whatever else the text says. */
const unfitAdvice: Readonly<Record<string, string>> = {
  'styles.S.do': 'innovativeness.high',
  'styles.S.avoid': 'innovativeness.high',
  'styles.SC.avoid': 'innovativeness.high confidence.high',
  'styles.CS.do': 'innovativeness.high',
  'styles.CS.avoid': 'confidence.high',
  'styles.C.do': 'prudence.low',
  'styles.C.avoid': 'prudence.low',
  'styles.IC.avoid': 'prudence.low',
  'styles.I.avoid': 'sociability.low',
  'styles.IS.avoid': 'teamwork.low',
  'styles.SI.avoid': 'teamwork.low',
  'experiments.S': 'teamwork.low',
  'experiments.C': 'prudence.low',
  'values.familyHappiness.do': 'innovativeness.high discipline.low',
  'values.adventure.do': 'adventureSeeking.low',
  'values.adventure.doToo': 'adventureSeeking.low',
  'values.enjoyment.doToo': 'sociability.low',
  'facets.adventureSeeking.high.do': 'innovativeness.low composure.low',
  'facets.discipline.high.do': 'innovativeness.high',
  'facets.resilience.high.avoid': 'composure.low',
  'facets.cheerfulness.high.experiment': 'compassion.low',
  'facets.generosity.low.experiment': 'compassion.low',
  'facets.humility.low.experiment': 'selfBelief.low',
  'facets.confidence.high.experiment': 'leadership.low',
  'facets.discipline.high.experiment': 'innovativeness.high',
}

/** Whether advice contradicts what is known of the person: fixed hours for someone whom a changed plan suits. */
export function isUnfit(place: string, all: readonly Finding[]): boolean {
  return isAnyMentioned(all, facetSides(unfitAdvice[place] ?? ''))
}

/** Whether a person does already what the advice on a colleague asks for. */
export function needsNoAdvice(all: readonly Finding[], letter: string, colleague: string): boolean {
  return isAnyMentioned(all, facetSides(adviceNotNeeded[letter]?.[colleague] ?? ''))
}
