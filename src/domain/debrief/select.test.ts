import { describe, expect, test } from 'vitest'
import { findingsIn } from './findings/all.ts'
import { samplePeople } from './sample.ts'
import { selectFindings } from './select.ts'

const selected = samplePeople.map(({ name, facts }) => {
  const findings = findingsIn(facts)
  return { name, findings, chosen: selectFindings(findings) }
})

describe('the selection', () => {
  test('takes at most seven, and at most two that concern the same trait', () => {
    for (const { name, chosen } of selected) {
      expect(chosen.length, name).toBeLessThanOrEqual(7)
      const traits = chosen.flatMap((finding) => finding.traits)
      for (const trait of traits) {
        expect(traits.filter((one) => one === trait).length, `${name}, ${trait}`).toBeLessThanOrEqual(2)
      }
    }
  })
  test('has a strength, something to watch, a relation and a value where there are any', () => {
    const clear = ({ salience }: { salience: number }) => salience >= 7
    for (const { name, findings, chosen } of selected) {
      for (const part of ['strength', 'watchOut', 'relation', 'value'] as const) {
        const some = findings.filter((finding) => clear(finding) && finding.subject.kind !== 'letter')
        if (!some.some(({ parts }) => parts.includes(part))) continue
        expect(
          chosen.some(({ parts }) => parts.includes(part)),
          `${name}, ${part}`,
        ).toBe(true)
      }
    }
  })
  test('is the same however the findings came, because they are sorted by salience and then by id', () => {
    for (const { findings, chosen } of selected) {
      const saliences = findings.map(({ salience }) => salience)
      expect(saliences).toEqual([...saliences].sort((one, other) => other - one))
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
      expect(selectFindings(findings)).toEqual(chosen)
    }
  })
})
