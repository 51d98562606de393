import { plainTone, tonePreview } from '../../charts/card-tone.ts'
import { type ReportTexts, reportTexts } from '../../content/report.ts'
import type { Locale } from '../../contract/locale.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Profile } from '../profile/model.ts'
import { styleSentence } from '../report/disc.ts'
import { toneSentence } from '../report/figures.ts'
import { buildHeadline } from '../report/headline.ts'
import { localizedScaleNames } from '../report/names.ts'
import { readPersonResults } from '../report/read.ts'
import { traitReadings, valueReadings } from '../report/readings.ts'
import type { PersonResults } from '../report/results.ts'
import { takeawaySentences } from '../report/takeaway-sentences.ts'
import type { CardContent, CardPart } from './model.ts'

/** How many of the person's first values a card shows. */
const valueCount = 3

/** What the card of these results shows. Undefined if there is no result. */
export async function readCardContent(
  sql: Sql,
  accountId: string,
  { profile, shows }: { profile: Profile; shows: readonly CardPart[] },
  locale: Locale,
): Promise<CardContent | undefined> {
  const texts = reportTexts(locale)
  const { results, basis } = await readPersonResults(sql, accountId, profile)
  const headline = buildHeadline(results, texts)?.text
  if (headline === undefined) return undefined
  const has = (part: CardPart) => shows.includes(part)
  const names = localizedScaleNames(locale)
  return {
    headline,
    ...pickDefined({
      tone: toneOf(results, texts, locale),
      firstName: (has('name') && profile.firstName) || undefined,
      style: has('style') && results.disc ? styleSentence(results.disc, texts) : undefined,
      takeaways: has('takeaways')
        ? takeawaySentences(results, basis, locale).map(({ text }) => text)
        : undefined,
      values:
        has('values') && results.core
          ? valueReadings(results.core, names)
              .slice(0, valueCount)
              .map(({ label }) => label)
          : undefined,
      caution: cautionOf(results, texts),
    }),
  }
}

/** The picture for previews of the card's address, as SVG. Undefined without Focus. */
export async function readCardPicture(
  sql: Sql,
  accountId: string,
  profile: Profile,
): Promise<string | undefined> {
  const { results } = await readPersonResults(sql, accountId, profile)
  return results.focus && tonePreview(traitReadings(results.focus, localizedScaleNames('en')))
}

function toneOf({ focus }: PersonResults, texts: ReportTexts, locale: Locale): string | undefined {
  if (!focus) return undefined
  const traits = traitReadings(focus, localizedScaleNames(locale))
  return plainTone(traits, toneSentence(traits, texts))
}

function cautionOf({ quality }: PersonResults, texts: ReportTexts): string | undefined {
  return quality && quality.outcome !== 'ok' ? texts.quality[quality.outcome] : undefined
}
