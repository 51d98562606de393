import { type EmailTexts, emailTexts } from '../../content/emails.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import { dayIn, formatCalendarDay, formatDateTime } from '../message/date-time.ts'
import { type EmailContent, renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText, unsubscribeFooter, webAddress } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'

/** What the link opens: questions, or, for people who have answered all of them, their results or a thank-you page. */
export type LinkDestination = 'questions' | 'results' | 'thanks'

/** Words of a campaign in its emails. */
export type CampaignWords = {
  /** Who writes; the account if not set. */
  senderName: string | null
  /** Plain lines, as `cleanNote` returns them. */
  note: string | null
  /** The last day to answer, as in 2026-11-21; null without one, or once it is over. */
  deadline: string | null
}

export type InviteEmail = {
  /** The language of the recipient. */
  locale: Locale
  accountName: string
  /** Introduces the account to people who are asked to answer; the account's name if not set. */
  senderName?: string
  personName?: string | undefined
  /** The full address, http or https. */
  link: string
  expiresAt: Date
  /** IANA name of the time zone in which the expiry is shown. */
  timezone: string
  destination: LinkDestination
  /** Replaces the usual subject of an invite to answer; set by the account. */
  subject?: string | undefined
  /** Whether a visitor typed the address on a page, rather than the account. */
  isTyped?: boolean
  /** Whether the service repeats an invite by itself. */
  isReminder?: boolean
  /** What the campaign adds to an invite to answer. */
  campaign?: CampaignWords | undefined
  /** Where the recipient unsubscribes. */
  unsubscribeLink?: string | undefined
  /** Time that this person's open assessments take. */
  minutes: number
  /** The logo's address is a full URL. */
  logo?: EmailContent['logo']
  brand?: EmailContent['brand']
}

/** The email with an invite link: sender, purpose, duration or completion, expiry, and why the recipient gets it. */
export function renderInviteEmail(invite: InviteEmail): { subject: string; html: string; text: string } {
  const { locale } = invite
  const texts = emailTexts(locale)
  const words = texts.invite
  const link = webAddress(invite.link)
  const person = sanitizeName(invite.personName ?? '', nameLimit)
  const minutes = Math.max(1, Math.round(invite.minutes))
  const campaign = invite.destination === 'questions' ? invite.campaign : undefined
  const { deadline } = campaign ?? {}
  const slots = {
    account: sanitizeName(invite.accountName, nameLimit) || 'Timbre',
    person,
    minutes: String(minutes),
    date: formatDateTime(invite.expiresAt, locale, invite.timezone),
    deadline: deadline ? formatCalendarDay(deadline, locale) : '',
  }
  const say = (template: string) => interpolate(template, slots)
  const sender =
    (invite.destination === 'questions' && sanitizeName(invite.senderName ?? '', nameLimit)) || slots.account
  const introduce = (template: string) => interpolate(template, { ...slots, account: sender })
  const together = (...templates: string[]) => joinSentences(templates.map(say), locale)
  const isReminder = invite.isReminder === true && invite.destination === 'questions'
  const { subject, ...chosen } = wordsOf(texts, invite, (forms) => pluralOf(forms, minutes, locale))
  const usualSubject =
    (invite.destination === 'questions' && ownSubject(invite.subject)) || introduce(subject)
  const email = {
    language: languageTags[locale],
    subject: isReminder ? interpolate(texts.reminder.subject, { subject: usualSubject }) : usualSubject,
    preheader: introduce(chosen.preheader),
    heading: introduce(chosen.heading),
    paragraphs: [
      say(person ? words.greeting : words.greetingWithoutName),
      ...chosen.paragraphs.map(introduce),
      ...(deadline ? [interpolate(words.deadline, { date: slots.deadline })] : []),
    ],
    note: noteOf(campaign, words, sender),
    button: { label: say(chosen.button), link },
    notes: [together(chosen.expiry, chosen.private)],
    address: say(words.address),
    footer: [together(chosen.why, chosen.ignore), say(words.tracking)],
    unsubscribe: unsubscribeFooter(locale, slots.account, invite.unsubscribeLink),
    logo: invite.logo,
    brand: invite.brand,
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

/** The texts that depend on the destination, with their slots unfilled. */
function wordsOf(
  { invite: words, completed, reminder }: EmailTexts,
  invite: InviteEmail,
  inMinutes: (forms: Forms) => string,
) {
  const { destination, isReminder, isTyped } = invite
  const why = isTyped ? words.whyTyped : words.why
  if (destination === 'questions') {
    const usual = {
      ...words,
      why,
      preheader: inMinutes(words.preheader),
      paragraphs: [words.what, inMinutes(words.effort)],
      ...(endsBeforeDeadline(invite) && {
        preheader: inMinutes(words.preheaderWithDeadline),
        expiry: words.expiryBeforeDeadline,
      }),
    }
    if (!isReminder) return usual
    const { heading, what, replaces, ignore } = reminder
    return {
      ...usual,
      heading,
      why: reminder.why,
      ignore,
      paragraphs: [what, replaces, inMinutes(words.effort)],
    }
  }
  const { what, ...own } = completed[destination]
  return { ...completed, ...own, why, expiry: words.expiry, paragraphs: [what] }
}

/** Whether someone who opens the link on the last day of the campaign has to ask for a new one. */
function endsBeforeDeadline({ campaign, expiresAt, timezone }: InviteEmail): boolean {
  return Boolean(campaign?.deadline && campaign.deadline >= dayIn(expiresAt, timezone))
}

function noteOf(
  campaign: CampaignWords | undefined,
  words: EmailTexts['invite'],
  account: string,
): EmailContent['note'] {
  if (!campaign?.note) return undefined
  const sender = sanitizeName(campaign.senderName ?? '', nameLimit) || account
  return { from: interpolate(words.note, { sender }), lines: campaign.note.split('\n') }
}

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The plural form for a number: English has two, other languages one to six. */
function pluralOf(forms: Forms, count: number, locale: Locale): string {
  return forms[new Intl.PluralRules(languageTags[locale]).select(count)] ?? forms.other
}

const nameLimit = 60
const subjectLimit = 120

/** The account chooses the subject and strangers read it, so it is sanitized like a name. */
function ownSubject(subject: string | undefined): string {
  return sanitizeName(subject ?? '', subjectLimit)
}
