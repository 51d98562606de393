import { emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import type { OutgoingMessage } from '../../contract/ports.ts'
import { renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText } from '../message/email-text.ts'
import { toGsm } from '../message/gsm.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

export type ResultsCodeMessage = {
  channel: 'email' | 'sms'
  to: string
  code: string
  minutes: number
  accountName: string
  /** The name of the sender of an email. */
  senderName: string
  locale: Locale
}

/**
 * The message with a code. The code is only in the body: subjects show on locked screens. Contains no link, and no name
 * of the person.
 */
export function renderResultsCode(message: ResultsCodeMessage): OutgoingMessage {
  const { channel, to, code, minutes, locale } = message
  const words = emailTexts(locale)
  if (channel === 'sms') {
    const account = toGsm(sanitizeName(toGsm(message.accountName), smsNameLimit)) || 'Timbre'
    const text = interpolate(words.text.resultsCode, { account, code, minutes: String(minutes) })
    return { channel, to, text, locale }
  }
  const account = sanitizeName(message.accountName, nameLimit) || 'Timbre'
  const { resultsCode, signIn } = words
  const say = (template: string) => interpolate(template, { account, minutes: String(minutes) })
  const email = {
    language: languageTags[locale],
    subject: say(resultsCode.subject),
    preheader: say(signIn.preheader),
    heading: say(resultsCode.heading),
    paragraphs: [say(signIn.what)],
    code,
    notes: [say(signIn.expiry), say(signIn.private)],
    footer: [joinSentences([say(resultsCode.why), say(resultsCode.ignore)], locale), signIn.tracking],
  }
  return {
    channel,
    to,
    subject: email.subject,
    text: renderEmailText(email),
    html: renderEmailHtml(email),
    fromName: message.senderName,
    locale,
  }
}

const nameLimit = 60
/** So that the message is a single one in most languages. */
const smsNameLimit = 30
