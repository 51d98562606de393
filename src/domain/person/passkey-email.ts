import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { OutgoingEmail } from '../../contract/ports.ts'
import { formatDateTime } from '../message/date-time.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { interpolate } from '../message/slots.ts'

/**
 * Notifies a person that their passkeys changed, because an attacker with their session could have done it. Contains
 * nothing that an attacker could have written, such as the passkey's name, and no link, like the email with a code.
 */
export function renderPasskeyEmail({
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
  const words = emailTexts(locale).passkey
  const { subject, heading, what } = words[change]
  const email = {
    language: languageTags[locale],
    subject,
    preheader: words.preheader,
    heading,
    paragraphs: [interpolate(what, { when: formatDateTime(at, locale, 'UTC') }), words.you, words.notYou],
    notes: [],
    footer: [words.why, words.tracking],
  }
  const [text, html] = [renderEmailText(email), renderEmailHtml(email)]
  return { channel: 'email', to, subject, text, html, fromName: 'Timbre', locale }
}
