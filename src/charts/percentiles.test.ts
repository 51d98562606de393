import { describe, expect, test } from 'vitest'
import { levelOf } from '../scoring/level.ts'
import { normalCdf } from '../scoring/normal.ts'
import { type PercentileReading, percentiles } from './percentiles.ts'
import { sampleWords } from './sample.ts'

const draw = (...readings: Pick<PercentileReading, 'score' | 'level'>[]) =>
  percentiles(
    readings.map((reading) => ({ ...reading, label: 'Stability', levelWord: reading.level })),
    { title: 'Percentiles.', table: sampleWords.focus.table },
  )

describe('percentiles', () => {
  test('are drawn from the middle up or down to the score', () => {
    expect(draw({ score: 74, level: 'high' })).toContain(
      '<rect class="level-high" x="50%" y="50%" width="24%"',
    )
    expect(draw({ score: 23, level: 'low' })).toContain('<rect class="level-low" x="23%" y="50%" width="27%"')
  })

  test('have no stroke at the middle', () => {
    expect(draw({ score: 50, level: 'baseline' })).not.toContain('level-baseline')
  })

  test('are in the middle area, or beyond a tick, exactly when their level says so', () => {
    const markup = draw({ score: 50, level: 'baseline' })
    const [, from, width] = /class="well" x="([\d.]+)%" width="([\d.]+)%"/.exec(markup)?.map(Number) ?? []
    const [low, high] = [...markup.matchAll(/class="tick" x="([\d.]+)%"/g)].map(([, x]) => Number(x))
    const cuts = [low, from, (from ?? 0) + (width ?? 0), high] as number[]
    for (let t = 25; t <= 75; t += 0.1) {
      const percentile = 100 * normalCdf((t - 50) / 10)
      if (cuts.some((cut) => Math.abs(cut - percentile) < 0.02)) continue
      const place = cuts.filter((cut) => cut < percentile).length
      expect(['veryLow', 'low', 'baseline', 'high', 'veryHigh'][place], `T ${t}`).toBe(levelOf(t))
    }
  })

  test('state each level in words next to its number', () => {
    const markup = draw({ score: 93.6, level: 'veryHigh' })
    expect(markup).toContain('<span class="focus-score">94</span><span class="focus-level">veryHigh</span>')
  })

  test('have no halo, because the error is unknown', () => {
    expect(draw({ score: 93.6, level: 'veryHigh' })).not.toContain('halo')
  })
})
