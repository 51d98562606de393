import { useMemo } from 'react'
import { type ComparedScale, comparison } from '../../../src/charts/comparison.ts'
import { toneOrder } from '../../../src/charts/small-tone.ts'
import type { TeamMember } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { languageTag } from '../language/language.ts'
import { Drawing } from '../ui/drawing.tsx'
import { useMedia } from '../ui/use-media.ts'
import { scaleNames } from '../words/result-names.ts'
import { memberName, scoreOf } from './figures.ts'
import { words } from './words.ts'

/**
 * Every trait with its facets, in the order of the instrument. On phones only the traits are shown, and each expands
 * to its six facets below the same legend: 35 rows would be five screens long, far from the legend.
 */
export function ComparedScales({ people }: { people: readonly TeamMember[] }) {
  // The width below which the strip of a row is under its label; the same as in the style sheet of the drawing.
  const isNarrow = useMedia('(max-width: 639px)')
  const drawn = useMemo(() => (isNarrow ? foldedOf(people) : { first: wholeOf(people) }), [isNarrow, people])
  return (
    <section className="team-part" aria-labelledby="compare-scales">
      <h2 className="section" id="compare-scales">
        {words.comparedScales.title}
      </h2>
      <Drawing markup={drawn.first} />
      {drawn.folded?.map(({ trait, markup }) => (
        <details key={trait} className="compare-facets">
          <summary>{fill(words.comparedScales.sixFacets, { trait: nameOf(trait) })}</summary>
          <Drawing markup={markup} />
        </details>
      ))}
    </section>
  )
}

type Drawn = { first: string; folded?: { trait: string; markup: string }[] }

function wholeOf(people: readonly TeamMember[]): string {
  return drawingOf(
    people,
    toneOrder.flatMap((one) => [traitOf(people, one.trait), ...facetsOf(people, one)]),
  )
}

function foldedOf(people: readonly TeamMember[]): Drawn {
  return {
    first: drawingOf(
      people,
      toneOrder.map(({ trait }) => traitOf(people, trait)),
    ),
    folded: toneOrder.map((one) => ({
      trait: one.trait,
      markup: drawingOf(
        people,
        facetsOf(people, one),
        fill(words.comparedScales.facetsChart, { trait: nameOf(one.trait) }),
      ),
    })),
  }
}

function traitOf(people: readonly TeamMember[], trait: string): ComparedScale {
  const scores = people.map((person) => scoreOf(person, trait))
  return { label: nameOf(trait), kind: 'trait', scores }
}

function facetsOf(
  people: readonly TeamMember[],
  { trait, facets }: (typeof toneOrder)[number],
): ComparedScale[] {
  return facets.map((facet) => ({
    label: nameOf(facet),
    kind: 'facet',
    scores: people.map((person) => scoreOf(person, trait, facet)),
  }))
}

function drawingOf(
  people: readonly TeamMember[],
  scales: readonly ComparedScale[],
  title = words.comparedScales.chart,
): string {
  const { noScore, summary, scale } = words.comparedScales
  const named = people.map((person) => ({ name: memberName(person), initials: person.initials }))
  return comparison(named, scales, {
    languageTag,
    title,
    noScore,
    table: { summary, scale },
  })
}

function nameOf(scale: string): string {
  return scaleNames[scale] ?? scale
}
