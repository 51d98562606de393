import { textKeys } from '../../content/forms.ts'
import { discStyles, focusScales, type ReportFixtureTexts } from '../../content/report-fixtures.ts'
import { itemsIn, scalesIn } from '../../content/texts.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Level } from '../../scoring/results.ts'

type Fixture = {
  key: string
  label: string
  bullet: string
  reportSections: readonly string[]
  descriptor: string
  locale: Locale
}

/** The thirteen values in the order of the form, with the names and lines that people saw when choosing. */
export function coreFixtures({ locale, core }: ReportFixtureTexts): Fixture[] {
  const { values } = itemsIn(locale).core
  return textKeys.core.map((key) => {
    const { label = '', bullet = '' } = values[key] ?? {}
    const { sections = [], descriptor = '' } = core[key] ?? {}
    return { key, label, bullet, reportSections: sections, descriptor, locale }
  })
}

export function discFixtures({ locale, disc }: ReportFixtureTexts): Fixture[] {
  return discStyles.flatMap((key) => {
    const style = disc[key]
    if (!style) return []
    const { label, bullet, sections, descriptor } = style
    return { key, label, bullet, reportSections: sections, descriptor, locale }
  })
}

/** Five levels for each trait and each facet, from very low to very high. */
export function focusFixtures({
  locale,
  focus,
}: ReportFixtureTexts): (Fixture & { trait: string; level: Level })[] {
  const { traits, facets } = scalesIn(locale)
  return focusScales.flatMap(({ trait, key }) => {
    const named = key === trait ? traits[trait] : facets[key]
    const scale = focus.scales[key]
    if (!named || !scale) return []
    const bullets = { ...scale.bullets, high: named.high, low: named.low }
    return levels.map((level) => ({
      key,
      label: named.name,
      bullet: bullets[level],
      reportSections: [scale.asks, scale[sides[level]], focus.levels[level].text],
      descriptor: focus.levels[level].descriptor,
      locale,
      trait,
      level,
    }))
  })
}

const levels: readonly Level[] = ['veryLow', 'low', 'baseline', 'high', 'veryHigh']

const sides = { veryLow: 'low', low: 'low', baseline: 'baseline', high: 'high', veryHigh: 'high' } as const
