import { focusForm } from '../../src/content/forms.ts'
import { itemsIn } from '../../src/content/texts.ts'
import type { Facts, ScaleFact } from '../../src/domain/debrief/facts.ts'
import { levelOf, trueScore } from '../../src/scoring/level.ts'
import { normalCdf } from '../../src/scoring/normal.ts'

/** Facts of a made-up person, with scores on all sides of the middle. Each number gives another person. */
export function sampleFacts(person = 0): Facts {
  const keys = Object.keys(itemsIn('en').core.values)
  const ranked = [...keys.slice(person % keys.length), ...keys.slice(0, person % keys.length)]
  const traits = [...new Set(focusForm.facets.map(({ trait }) => trait))]
  const focus = traits.map((trait, at) => {
    const inside = focusForm.facets.filter((one) => one.trait === trait)
    const facets = inside.map(({ facet }, index) => [
      facet,
      scaleAt(32 + ((person * 11 + at * 13 + index * 7) % 38)),
    ])
    return [trait, { ...scaleAt(38 + ((person * 5 + at * 9) % 26)), facets: Object.fromEntries(facets) }]
  })
  return {
    focus: Object.fromEntries(focus),
    disc: {
      style: 'DI',
      scores: { D: 68, I: 60, S: 32, C: 40 },
      sem: 6,
      confidence: 0.7,
      firstConfidence: 0.8,
    },
    core: {
      ranked,
      close: [[ranked[1] ?? '', ranked[2] ?? '']],
      intervals: Object.fromEntries(
        ranked.map((key, at) => [key, [Math.max(1, at - 1), Math.min(13, at + 3)]]),
      ),
    },
    quality: 'ok',
  }
}

function scaleAt(t: number): ScaleFact {
  const reliability = 0.84
  const sem = 4
  const percentile = Math.round(normalCdf((t - 50) / 10) * 1000) / 10
  return { t, sem, percentile, level: levelOf(t), ...trueScore(t, reliability) }
}
