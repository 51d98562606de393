import { z } from 'zod'
import { disc } from '../../charts/disc.ts'
import { focus } from '../../charts/focus.ts'
import type { TraitReading } from '../../charts/reading.ts'
import { tone } from '../../charts/tone.ts'
import { values } from '../../charts/values.ts'
import { fillSlots } from '../../content/fill-slots.ts'
import type { ReportTexts } from '../../content/report.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { coreSentence } from './core.ts'
import { discSentence, repeatSentence, wheelSentence } from './disc.ts'
import type { ScaleNames } from './names.ts'
import { letterNames, letterValues, traitReadings, valueReadings } from './readings.ts'
import type { PersonResults } from './results.ts'

/** Markup of each figure, for completed assessments. */
export const Figures = z.strictObject({
  tone: z.string().exactOptional(),
  disc: z.string().exactOptional(),
  core: z.string().exactOptional(),
  focus: z.string().exactOptional(),
})
type Figures = z.output<typeof Figures>

/** Draws the available figures, with sentences and tables in the reader's language. */
export function renderFigures(
  results: PersonResults,
  texts: ReportTexts,
  names: ScaleNames,
  locale: Locale,
): Figures {
  return {
    ...(results.focus &&
      focusFigures(traitReadings(results.focus, names, results.local?.scores), texts, names, {
        ...results,
        languageTag: languageTags[locale],
      })),
    ...(results.disc && {
      disc: disc(letterValues(results.disc), {
        title: discSentence(results.disc, texts),
        picture: wheelSentence(results.disc, texts),
        note: repeatSentence(results.disc, texts),
        names: letterNames(names),
        table: texts.disc.table,
      }),
    }),
    ...(results.core && {
      core: values(valueReadings(results.core, names), results.core.close, {
        languageTag: languageTags[locale],
        title: coreSentence(results.core, texts),
        less: texts.core.less,
        more: texts.core.more,
        table: texts.core.table,
      }),
    }),
  }
}

function focusFigures(
  traits: readonly TraitReading[],
  texts: ReportTexts,
  names: ScaleNames,
  { local, focusForm, languageTag }: PersonResults & { languageTag: string },
): Figures {
  const picture = toneSentence(traits, texts)
  return {
    tone: tone(traits, {
      languageTag,
      picture,
      title: texts.tone.title,
      levels: names.levels,
      table: { ...texts.focus.table, summary: texts.tone.table },
    }),
    focus: focus(traits, {
      title: texts.focus.sentence,
      levels: names.levels,
      key: texts.focus.key,
      table: texts.focus.table,
      short: focusForm === 'focus-60' ? texts.focus.short : undefined,
      local: local && {
        head: fillSlots(texts.focus.table.local, { account: local.account }),
        note: fillSlots(texts.focus.local, { account: local.account, n: String(local.n) }),
      },
    }),
  }
}

/** Text alternative of a tone: its highest and lowest facets. */
export function toneSentence(traits: readonly TraitReading[], texts: ReportTexts): string {
  const [lowest, ...rest] = traits.flatMap(({ facets }) => facets).toSorted((one, other) => one.t - other.t)
  const highest = rest.at(-1)
  return fillSlots(texts.tone.picture, {
    highest: highest?.label ?? '',
    highestLevel: highest?.levelWord ?? '',
    lowest: lowest?.label ?? '',
    lowestLevel: lowest?.levelWord ?? '',
  })
}
