import type { Facts } from '../facts.ts'
import { letterFindings } from './disc-letters.ts'
import type { Finding } from './finding.ts'
import { relationFindings } from './relation-findings.ts'
import { facetFindings, flatFindings, traitFindings } from './scales.ts'
import { valueFindings } from './values.ts'

/** All findings about a person, most salient first, equal ones by id. */
export function findingsIn(facts: Facts): Finding[] {
  return [
    ...qualityFindings(facts),
    ...facetFindings(facts),
    ...traitFindings(facts),
    ...flatFindings(facts),
    ...relationFindings(facts),
    ...letterFindings(facts),
    ...valueFindings(facts),
  ].sort((left, right) => right.salience - left.salience || (left.id < right.id ? -1 : 1))
}

function qualityFindings({ quality }: Facts): Finding[] {
  if (quality === 'ok') return []
  return [
    {
      id: `quality.${quality}`,
      subject: { kind: 'quality', outcome: quality },
      salience: 100,
      sure: true,
      evidence: ['quality.outcome'],
      facets: [],
      traits: [],
      roles: [],
      isTrueOf: (other) => other.quality === quality,
    },
  ]
}
