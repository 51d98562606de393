import { emailTexts } from '../../content/emails.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { formatDateTime } from '../message/date-time.ts'
import { type EmailContent, renderEmailHtml } from '../message/email-layout.ts'
import { renderEmailText, unsubscribeFooter } from '../message/email-text.ts'
import { sanitizeName } from '../message/sanitize.ts'
import { interpolate } from '../message/slots.ts'
import type { NoticeKind } from './model.ts'

/** What happened to how many people; `people` may be fewer than `total`. */
export type NoticeSection = {
  kind: NoticeKind
  total: number
  /** An empty name if the profile has none. */
  people: readonly { id: string; name: string; at: string }[]
}

export type NoticeEmail = {
  /** One section with one person, unless it is a digest. */
  sections: readonly NoticeSection[]
  isDigest: boolean
  locale: Locale
  accountName: string
  publicUrl: string
  /** IANA name of the time zone in which times are shown. */
  timezone: string
  unsubscribeLink: string
}

/**
 * The email to a member about people of the account, without answers, results or addresses. Subject and preview contain
 * no name, because others may see them on the screen. Its link requires signing in.
 */
export function renderNoticeEmail(input: NoticeEmail): { subject: string; html: string; text: string } {
  const { locale, unsubscribeLink } = input
  const { memberNotice: words, rights, invite } = emailTexts(locale)
  const account = sanitizeName(input.accountName, nameLimit) || 'Timbre'
  const say = (template: string) => interpolate(template, { account })
  const chosen = input.isDigest ? digestContent(input, account) : singleContent(input, account)
  const email = {
    language: languageTags[locale],
    ...chosen,
    paragraphs: [rights.greeting, ...chosen.paragraphs],
    notes: [],
    address: invite.address,
    footer: [say(words.why), rights.tracking],
    unsubscribe: { ...footerFor(locale, account, unsubscribeLink), question: words.question },
  }
  return { subject: email.subject, html: renderEmailHtml(email), text: renderEmailText(email) }
}

type Content = Pick<EmailContent, 'subject' | 'preheader' | 'heading' | 'paragraphs' | 'button'>

function singleContent({ sections, locale, timezone, publicUrl }: NoticeEmail, account: string): Content {
  const [section] = sections
  const [person] = section?.people ?? []
  if (!section || !person) throw new Error('This email is about nobody.')
  const { memberNotice, rights } = emailTexts(locale)
  const own = section.kind === 'erasureRequested' ? rights.erasure : memberNotice[section.kind]
  const slots = {
    account,
    person: sanitizeName(person.name, nameLimit) || rights.unnamed,
    date: formatDateTime(new Date(person.at), locale, timezone),
  }
  const say = (template: string) => interpolate(template, slots)
  return {
    subject: say(own.subject),
    preheader: say(own.how),
    heading: say(own.heading),
    paragraphs: [say(own.what), say(own.how)],
    button: { label: rights.open, link: `${publicUrl}/people/${person.id}` },
  }
}

function digestContent({ sections, locale, publicUrl }: NoticeEmail, account: string): Content {
  const { digest } = emailTexts(locale).memberNotice
  const counts = sections.map((section) => countOf(section, locale))
  return {
    subject: interpolate(digest.subject, { account }),
    preheader: counts.join(' · '),
    heading: digest.heading,
    paragraphs: sections.map((section, place) =>
      interpolate(digest.line, { what: counts[place] ?? '', names: namesOf(section, locale) }),
    ),
    button: { label: digest.button, link: `${publicUrl}/people` },
  }
}

function countOf({ kind, total }: NoticeSection, locale: Locale): string {
  return inNumber(emailTexts(locale).memberNotice[kind].count, total, locale)
}

/** The names, then how many more there are. */
function namesOf({ total, people }: NoticeSection, locale: Locale): string {
  const { memberNotice, rights } = emailTexts(locale)
  const names = people.map(({ name }) => sanitizeName(name, nameLimit) || rights.unnamed)
  const left = total - people.length
  const more = left > 0 ? [inNumber(memberNotice.digest.more, left, locale)] : []
  return new Intl.ListFormat(languageTags[locale], { type: 'conjunction' }).format([...names, ...more])
}

function inNumber(forms: { one: string; other: string }, count: number, locale: Locale): string {
  const language = languageTags[locale]
  const form = new Intl.PluralRules(language).select(count) === 'one' ? forms.one : forms.other
  return interpolate(form, { count: count.toLocaleString(language) })
}

/** The unsubscribe line, which every one of these emails has. */
function footerFor(locale: Locale, account: string, link: string) {
  const footer = unsubscribeFooter(locale, account, link)
  if (!footer) throw new Error('This email needs an unsubscribe link.')
  return footer
}

const nameLimit = 60
