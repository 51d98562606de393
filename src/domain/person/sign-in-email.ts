import { emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import type { OutgoingEmail } from '../../contract/ports.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { interpolate } from '../message/slots.ts'

/**
 * The email with a code. The code is only in the body: subjects show on locked screens and in lists that others see.
 * Contains no link, so that people don't learn to sign in by following links.
 */
export function renderSignInEmail({
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
  const words = emailTexts(locale).signIn
  const say = (template: string) => interpolate(template, { minutes: String(minutes) })
  const email = {
    language: languageTags[locale],
    subject: say(words.subject),
    preheader: say(words.preheader),
    heading: say(words.heading),
    paragraphs: [say(words.what)],
    code,
    notes: [say(words.expiry), say(words.private)],
    footer: [joinSentences([say(words.why), say(words.ignore)], locale), say(words.tracking)],
  }
  return {
    channel: 'email',
    to,
    subject: email.subject,
    text: renderEmailText(email),
    html: renderEmailHtml(email),
    fromName: 'Timbre',
    locale,
  }
}
