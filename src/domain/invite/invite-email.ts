import { type EmailTexts, emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import { formatDateTime } from '../message/date-time.ts'
import { type EmailContent, renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText, unsubscribeFooter, webAddress } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

/** What is behind the link: questions, or for whoever has answered all of them the results or a word of thanks. */
export type LinkDestination = 'questions' | 'results' | 'thanks'

export type InviteEmail = {
  /** The language of the reader. */
  locale: Locale
  accountName: string
  personName?: string | undefined
  /** The full address, http or https. */
  link: string
  expiresAt: Date
  /** IANA name of the zone in which the expiry is told. */
  timezone: string
  finds: LinkDestination
  /** Replaces the usual subject of an invitation to answer; an account may set its own. */
  subject?: string | undefined
  /** Whether somebody typed the address on a page, and not the account. */
  isTyped?: boolean
  /** Where the reader says no to further emails. */
  stopLink?: string | undefined
  /** How long what is open takes this person. */
  minutes: number
  /** The address of the logo is a full one. */
  logo?: EmailContent['logo']
  brand?: EmailContent['brand']
}

/** The letter that carries an invite link: who asks, what for, how long it takes or that it is done, until when, and why you. */
export function renderInviteEmail(invite: InviteEmail): { subject: string; html: string; text: string } {
  const { locale } = invite
  const letters = emailTexts(locale)
  const words = letters.invite
  const link = webAddress(invite.link)
  const person = sanitizeName(invite.personName ?? '', nameLimit)
  const minutes = Math.max(1, Math.round(invite.minutes))
  const slots = {
    account: sanitizeName(invite.accountName, nameLimit) || 'Timbre',
    person,
    minutes: String(minutes),
    date: formatDateTime(invite.expiresAt, locale, invite.timezone),
  }
  const say = (template: string) => interpolate(template, slots)
  const together = (...templates: string[]) => joinSentences(templates.map(say), locale)
  const { subject, ...told } = wordsOf(letters, invite, (forms) => pluralOf(forms, minutes, locale))
  const email = {
    language: languageTags[locale],
    subject: (invite.finds === 'questions' && ownSubject(invite.subject)) || say(subject),
    preheader: say(told.preheader),
    heading: say(told.heading),
    paragraphs: [say(person ? words.greeting : words.greetingWithoutName), ...told.paragraphs.map(say)],
    button: { label: say(told.button), link },
    notes: [together(words.expiry, told.private)],
    address: say(words.address),
    foot: [together(invite.isTyped ? words.whyTyped : words.why, told.ignore), say(words.tracking)],
    stop: unsubscribeFooter(locale, slots.account, invite.stopLink),
    logo: invite.logo,
    brand: invite.brand,
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

/** The words that differ by what the reader finds, still with their slots. */
function wordsOf(
  { invite: words, completed }: EmailTexts,
  { finds }: InviteEmail,
  inMinutes: (forms: Forms) => string,
) {
  if (finds === 'questions') {
    const preheader = inMinutes(words.preheader)
    return { ...words, preheader, paragraphs: [words.what, inMinutes(words.effort)] }
  }
  const { what, ...own } = completed[finds]
  return { ...completed, ...own, paragraphs: [what] }
}

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form that goes with a number: English has two, other languages have one to six. */
function pluralOf(forms: Forms, count: number, locale: Locale): string {
  return forms[new Intl.PluralRules(languageTags[locale]).select(count)] ?? forms.other
}

const nameLimit = 60
const subjectLimit = 120

/** The account's own subject gets the same care as a name: the account chooses it, a stranger reads it. */
function ownSubject(subject: string | undefined): string {
  return sanitizeName(subject ?? '', subjectLimit)
}
