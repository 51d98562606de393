import { describe, expect, test } from 'vitest'
import { findingsIn } from './findings/all.ts'
import { samplePeople } from './sample.ts'
import { selectFindings } from './select.ts'

const selected = samplePeople.map(({ name, facts }) => {
  const findings = findingsIn(facts)
  return { name, findings, chosen: selectFindings(findings) }
})

describe('selectFindings', () => {
  test('selects at most seven findings, at most two per trait', () => {
    for (const { name, chosen } of selected) {
      expect(chosen.length, name).toBeLessThanOrEqual(7)
      const traits = chosen.flatMap((finding) => finding.traits)
      for (const trait of traits) {
        expect(traits.filter((other) => other === trait).length, `${name}, ${trait}`).toBeLessThanOrEqual(2)
      }
    }
  })
  test('includes a strength, a point to watch, a relation and a value if available', () => {
    const isClear = ({ salience }: { salience: number }) => salience >= 7
    for (const { name, findings, chosen } of selected) {
      for (const role of ['strength', 'watchOut', 'relation', 'value'] as const) {
        const candidates = findings.filter((finding) => isClear(finding) && finding.subject.kind !== 'letter')
        if (!candidates.some(({ roles }) => roles.includes(role))) continue
        expect(
          chosen.some(({ roles }) => roles.includes(role)),
          `${name}, ${role}`,
        ).toBe(true)
      }
    }
  })
  test('is deterministic: findings are sorted by salience and then by id', () => {
    for (const { findings, chosen } of selected) {
      const saliences = findings.map(({ salience }) => salience)
      expect(saliences).toEqual([...saliences].sort((left, right) => right - left))
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
      expect(selectFindings(findings)).toEqual(chosen)
    }
  })
})
