import { lettersFor } from '../../content/letters.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { OutgoingEmail } from '../../contract/ports.ts'
import { layOut } from '../invite/layout.ts'
import { dateInWords, fill, inPlainText } from '../invite/letter.ts'

/**
 * Tells a person that their passkeys changed, which whoever was signed in as them could have done. It says nothing that
 * such a one could have written, such as the name of the passkey, and has no link, like the letter of a code.
 */
export function passkeyLetter({
  to,
  change,
  at,
  locale,
}: {
  to: string
  change: 'added' | 'removed'
  at: Date
  locale: Locale
}): OutgoingEmail {
  const words = lettersFor(locale).passkey
  const { subject, heading, what } = words[change]
  const letter = {
    language: languageTags[locale],
    subject,
    preheader: words.preheader,
    heading,
    paragraphs: [fill(what, { when: dateInWords(at, locale, 'UTC') }), words.you, words.notYou],
    notes: [],
    foot: [words.why, words.tracking],
  }
  const [text, html] = [inPlainText(letter), layOut(letter)]
  return { channel: 'email', to, subject, text, html, fromName: 'Timbre', locale }
}
