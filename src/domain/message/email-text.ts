import { emailTexts } from '../../content/emails.ts'
import type { Locale } from '../../contract/locale.ts'
import type { EmailContent } from './email-layout.ts'
import { interpolate } from './slots.ts'

/** The plain-text part of an email. The code or the link is on a line of its own. */
export function renderEmailText(email: EmailContent): string {
  return [
    ...email.paragraphs.slice(0, 1),
    // Marked line by line, so that no line of a note can pass for one of the service.
    ...(email.note ? [[email.note.from, ...email.note.lines.map((line) => `> ${line}`)].join('\n')] : []),
    ...email.paragraphs.slice(1),
    ...(email.code === undefined ? [] : [email.code]),
    ...(email.button ? [`${email.button.label}\n${email.button.link}`] : []),
    ...email.notes,
    `-- \n${[...email.footer, ...(email.unsubscribe ? [`${email.unsubscribe.question}\n${email.unsubscribe.link}`] : [])].join('\n')}`,
  ].join('\n\n')
}

/** The unsubscribe line of an email; undefined for emails that can't be unsubscribed from. */
export function unsubscribeFooter(
  locale: Locale,
  account: string,
  link: string | undefined,
): { question: string; label: string; link: string } | undefined {
  if (link === undefined) return undefined
  const { question, label } = emailTexts(locale).stop
  return { question: interpolate(question, { account }), label, link: webAddress(link) }
}

/** The link in its normal form. Fails for anything but http and https. */
export function webAddress(link: string): string {
  const { protocol, href } = new URL(link)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`A link in an email cannot be ${protocol}`)
  return href
}
