import { lettersFor } from '../../content/letters.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import type { OutgoingEmail } from '../../contract/ports.ts'
import { layOut } from '../invite/layout.ts'
import { fill, inPlainText } from '../invite/letter.ts'

/**
 * The letter that brings a code. The code stands in the text alone: subjects show on locked screens and in lists
 * that others see. There is no link, so that nobody learns to sign in by following one.
 */
export function signInLetter({
  to,
  code,
  minutes,
  locale,
}: {
  to: string
  code: string
  minutes: number
  locale: Locale
}): OutgoingEmail {
  const words = lettersFor(locale).signIn
  const say = (template: string) => fill(template, { minutes: String(minutes) })
  const letter = {
    language: languageTags[locale],
    subject: say(words.subject),
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [say(words.what)],
    code,
    notes: [say(words.expiry), say(words.private)],
    foot: [joinSentences([say(words.why), say(words.ignore)], locale), say(words.tracking)],
  }
  return {
    channel: 'email',
    to,
    subject: letter.subject,
    text: inPlainText(letter),
    html: layOut(letter),
    fromName: 'Timbre',
    locale,
  }
}
