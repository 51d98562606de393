import { namedTone, tonePreview } from '../../charts/card-tone.ts'
import { nameSlot } from '../../content/debrief-markup.ts'
import { type ReportTexts, reportTexts, reportTextsAbout } from '../../content/report.ts'
import { shareCardTexts } from '../../content/share-card.ts'
import type { Locale } from '../../contract/locale.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { Sql } from '../../contract/ports.ts'
import { textAbout } from '../../english/about-person.ts'
import type { Takeaway } from '../debrief/takeaways.ts'
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

/**
 * What the card of these results shows, about the person where the language has such texts: in English always, in the others
 * with the first name, since a name fits every case there and "the person" doesn't. Undefined if there is no result.
 */
export async function readCardContent(
  sql: Sql,
  accountId: string,
  { profile, shows }: { profile: Profile; shows: readonly CardPart[] },
  locale: Locale,
): Promise<CardContent | undefined> {
  const texts = reportTexts(locale)
  const { results, basis } = await readPersonResults(sql, accountId, profile)
  const has = (part: CardPart) => shows.includes(part)
  const firstName = (has('name') && profile.firstName) || undefined
  const isAbout = locale === 'en' || firstName !== undefined
  const headline = isAbout ? headlineAbout(results, locale, firstName) : buildHeadline(results, texts)?.text
  if (headline === undefined) return undefined
  const names = localizedScaleNames(locale)
  return {
    headline,
    isAbout,
    ...pickDefined({
      tone: toneOf(results, texts, locale),
      firstName,
      style: has('style') && results.disc ? styleOf(results.disc, isAbout, locale, firstName) : undefined,
      takeaways: has('takeaways')
        ? takeawaysOf(takeawaySentences(results, basis, locale), isAbout, locale, firstName)
        : undefined,
      values:
        has('values') && results.core
          ? valueReadings(results.core, names)
              .slice(0, valueCount)
              .map(({ label }) => label)
          : undefined,
      caution: cautionOf(results, texts, locale),
    }),
  }
}

function headlineAbout(results: PersonResults, locale: Locale, name: string | undefined): string | undefined {
  const about = reportTextsAbout(locale)
  if (about) return buildHeadline(results, about)?.text.replaceAll(nameSlot, () => name ?? '')
  const headline = buildHeadline(results, reportTexts(locale))?.text
  // "They", whose verbs have the form that "you" has, stays the subject of the whole sentence.
  return headline && textAbout(headline, /^you\b/i.test(headline) ? undefined : name).text
}

function takeawaysOf(
  sentences: readonly Takeaway[],
  isAbout: boolean,
  locale: Locale,
  name: string | undefined,
): string[] {
  if (!isAbout) return sentences.map(({ text }) => text)
  if (locale !== 'en')
    return sentences.map(({ text, about }) => about?.replaceAll(nameSlot, () => name ?? '') ?? text)
  return sentences.map(({ text }) => textAbout(text, undefined).text)
}

function styleOf(
  disc: NonNullable<PersonResults['disc']>,
  isAbout: boolean,
  locale: Locale,
  name: string | undefined,
): string {
  const about = isAbout && reportTextsAbout(locale)
  if (about) return styleSentence(disc, about).replaceAll(nameSlot, () => name ?? '')
  const sentence = styleSentence(disc, reportTexts(locale))
  return isAbout ? textAbout(sentence, undefined).text : sentence
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
  return namedTone(traits, toneSentence(traits, texts))
}

/** For readers who can't ask for another attempt, as those of the person's own page can. */
function cautionOf({ quality }: PersonResults, texts: ReportTexts, locale: Locale): string | undefined {
  if (!quality || quality.outcome === 'ok') return undefined
  return quality.outcome === 'invalid' ? shareCardTexts(locale).page.unreliable : texts.quality.caution
}
