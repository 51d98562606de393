import { type EmailTexts, emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import { oneLine, sanitizeName } from '../message/sanitize.ts'
import { renderEmailHtml } from './email-layout.ts'

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

/** The question at the end of an email, whose answer is one press away. */
export function unsubscribeFooter(
  locale: Locale,
  account: string,
  link: string | undefined,
): { question: string; label: string; link: string } | undefined {
  if (link === undefined) return undefined
  const { question, label } = emailTexts(locale).stop
  return { question: interpolate(question, { account }), label, link: webAddress(link) }
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

type EmailContent = Parameters<typeof renderEmailHtml>[0]

/** The same letter for programs that show no markup; the code or the link stands on a line of its own. */
export function renderEmailText(email: EmailContent): string {
  return [
    ...email.paragraphs,
    ...(email.code === undefined ? [] : [email.code]),
    ...(email.button ? [`${email.button.label}\n${email.button.link}`] : []),
    ...email.notes,
    `-- \n${[...email.foot, ...(email.stop ? [`${email.stop.question}\n${email.stop.link}`] : [])].join('\n')}`,
  ].join('\n\n')
}

/** The account's own subject gets the same care as a name: the account chooses it, a stranger reads it. */
function ownSubject(subject: string | undefined): string {
  return sanitizeName(subject ?? '', subjectLimit)
}

/** Puts values into `{slots}` in one pass, so that a brace inside a name stays a brace. */
export function interpolate(template: string, slots: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)
}

/**
 * The day, the time and the zone, because a person elsewhere would else read another hour; in 24 hours, because half
 * an hour past midnight is else taken for noon. Plain "en" would give
 * the American order; these letters are read everywhere, like the pages they lead to.
 */
export function formatDateTime(date: Date, locale: Locale, timezone: string): string {
  const language = locale === 'en' ? 'en-GB' : languageTags[locale]
  const form = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  } as const
  const words = new Intl.DateTimeFormat(language, { ...form, timeZone: timeZoneOrUtc(timezone) }).format(date)
  // London in winter is "GMT+0" in some languages, which says nothing that "GMT" does not.
  return oneLine(words).replace(/(GMT|UTC)\+0(?![\d:])/, '$1')
}

/** A zone that this runtime does not know must not keep a letter from leaving. */
function timeZoneOrUtc(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function webAddress(link: string): string {
  const { protocol, href } = new URL(link)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`A link in a letter cannot be ${protocol}`)
  return href
}
