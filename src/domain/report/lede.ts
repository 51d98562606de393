import { fill } from '../../content/fill.ts'
import type { ReportTexts } from '../../content/report.ts'
import type { CoreResult } from '../../scoring/results.ts'
import { type Leaning, leanings, slowerPhrase, verbPhrase } from './leanings.ts'
import type { Results } from './results.ts'

/**
 * Two sentences under the headline: what a person likes or also does, and where they are slower. It leaves alone
 * the facets that the headline has named. While parts are missing it says on which part the page rests.
 */
export function lede(results: Results, named: readonly string[], texts: ReportTexts): string[] {
  const { focus, core } = results
  const open = focus ? leanings(focus).filter(({ facet }) => !named.includes(facet)) : []
  const opening = core ? [likes(core, texts)] : focus ? [also(open, texts) ?? texts.lede.middle] : []
  const second = focus ? [slower(open, texts) ?? (core && also(open, texts)) ?? texts.lede.situation] : []
  return [...opening, ...second, ...partial(results, texts)].slice(0, 3)
}

function likes(core: CoreResult, texts: ReportTexts): string {
  const words = texts.values as Record<string, { likes: string }>
  return fill(texts.lede.likes, {
    first: words[core.first]?.likes ?? '',
    second: words[core.second]?.likes ?? '',
  })
}

function also(open: readonly Leaning[], texts: ReportTexts): string | undefined {
  const high = open.filter(({ side }) => side === 'high')
  const [first, second] = high.flatMap((leaning) => verbPhrase(texts, leaning) ?? [])
  if (first && second) return fill(texts.lede.also.two, { first, second })
  return first && fill(texts.lede.also.one, { first })
}

function slower(open: readonly Leaning[], texts: ReportTexts): string | undefined {
  const [first, second, third] = open.flatMap((leaning) => slowerPhrase(texts, leaning) ?? [])
  const { one, two, three } = texts.lede.slower
  if (first && second && third) return fill(three, { first, second, third })
  if (first && second) return fill(two, { first, second })
  return first && fill(one, { first })
}

function partial({ disc, focus, core }: Results, texts: ReportTexts): string[] {
  const names = [disc && 'DISC', focus && 'Focus', core && 'Core'].filter((name) => name !== undefined)
  const [first, second] = names
  const { one, two, rest } = texts.lede.partial
  if (names.length === 3 || !first) return []
  return [second ? fill(two, { first, second }) : fill(one, { first }), rest]
}
