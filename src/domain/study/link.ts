import { z } from 'zod'
import { criteriaConsentIn, studyConsentIn } from '../../content/study-consent.ts'
import { Failure, invalid, notFound } from '../../contract/failure.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { Timestamp } from '../../contract/shapes.ts'
import { peerItems } from '../../scoring/peer-items.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { findOwnCriteria, writeCriteriaConsent } from './criteria-store.ts'
import {
  findCompletion,
  findFirstWordings,
  findParticipant,
  type Participant,
  removeParticipation,
  writeAgreement,
  writeRetest,
} from './participant-store.ts'
import { listPeerLinks } from './peer-store.ts'
import { mostPeerLinks } from './peers.ts'
import { addPage, nextPage, pageIn, planPages, type RetestForms } from './retest.ts'
import { minutesOf } from './retest-minutes.ts'
import { retestTimes } from './retest-times.ts'
import { findNewestStudy } from './store.ts'

const Page = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('focus'),
    prompt: z.string(),
    labels: z.array(z.string()),
    items: z.array(z.strictObject({ n: z.int(), text: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('disc'),
    blocks: z.array(
      z.strictObject({
        n: z.int(),
        statements: z.array(z.strictObject({ letter: z.string(), text: z.string() })),
      }),
    ),
  }),
  z.strictObject({
    kind: z.literal('core'),
    prompt: z.string(),
    screens: z.array(
      z.strictObject({
        n: z.int(),
        values: z.array(z.strictObject({ key: z.string(), text: z.string() })),
      }),
    ),
  }),
])

/** The content of the page behind a study link. Reading changes nothing. */
export const readStudyLink = operation({
  name: 'read_study_link',
  summary: 'Read what a study link shows: the consent, or what the person can do',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ locale: z.enum(locales).optional() }),
  output: z.strictObject({
    ...accountViewFields,
    locale: z.enum(locales),
    consent: z.strictObject({ version: z.string(), sentences: z.array(z.string()) }),
    agreedAt: Timestamp.nullable(),
    criteria: z.strictObject({ words: z.string(), agreedAt: Timestamp.nullable() }),
    peers: z.strictObject({
      questions: z.int(),
      most: z.int(),
      links: z.array(z.strictObject({ id: z.string(), expiresAt: Timestamp })),
    }),
    minutes: z.int(),
    retest: z.strictObject({
      state: z.enum(['none', 'later', 'open', 'done']),
      dueAt: Timestamp.nullable(),
      closesAt: Timestamp.nullable(),
      page: z.strictObject({ at: z.int(), of: z.int(), content: Page }).nullable(),
    }),
  }),
  async run(context, input) {
    const { sql, account, now } = context
    const one = await openLink(context)
    const locale = input.locale ?? one.locale
    const forms = await formsOf(context, one)
    const state = retestState(one, now())
    const at = state === 'open' ? nextPage(forms, one.retestAnswers) : undefined
    const content = at === undefined ? undefined : pageIn(forms, at, locale, one.retestAnswers)
    return {
      resource: {
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        locale,
        consent: consentOf(context, forms, locale),
        agreedAt: one.agreedAt,
        criteria: { words: criteriaWords(context, locale), agreedAt: one.criteriaAgreedAt },
        peers: {
          questions: peerItems.length,
          most: mostPeerLinks,
          links: await listPeerLinks(sql, account.id, one.id),
        },
        minutes: minutesOf(forms),
        retest: {
          state,
          dueAt: one.retestDueAt,
          closesAt: one.retestClosesAt,
          page: at !== undefined && content ? { at, of: planPages(forms).length, content } : null,
        },
      },
    }
  },
})

/** Records the consent, with its words. Agreeing again changes nothing. */
export const joinStudy = operation({
  name: 'join_study',
  summary: 'Agree to take part in a study',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    locale: z.enum(locales),
    version: z.string().max(64),
    /** Whether the study may use what the account uploads about the person. */
    criteria: z.boolean().default(false),
  }),
  output: z.null(),
  async run(context, { locale, version, criteria }) {
    const { sql, account, now } = context
    const one = await openLink(context, true)
    if (one.agreedAt !== null) return { resource: null, changes: [] }
    const forms = await formsOf(context, one)
    const consent = consentOf(context, forms, locale)
    if (consent.version !== version) throw new Failure('agreement_changed')
    const first = await findCompletion(sql, account.id, one.profileId, one.attempt)
    if (!first) throw linkEnded()
    const at = now()
    await writeAgreement(sql, account.id, one.id, {
      ...{ at, locale, version, words: consent.sentences.join('\n') },
      retest: retestTimes(new Date(first.completedAt), at),
    })
    if (criteria)
      await writeCriteriaConsent(sql, account.id, one.id, { at, words: criteriaWords(context, locale) })
    return { resource: null, changes: [] }
  },
})

/** Lets the study use what the account uploads about the person, or deletes it from the study. The account sees neither. */
export const setStudyCriteriaConsent = operation({
  name: 'set_study_criteria_consent',
  summary: 'Allow a study to use what the account knows about the person, or no longer',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({ locale: z.enum(locales), isAllowed: z.boolean() }),
  output: z.null(),
  async run(context, { locale, isAllowed }) {
    const { sql, account, now } = context
    const one = await openLink(context, true)
    if (one.agreedAt !== null && (one.criteriaAgreedAt !== null) !== isAllowed) {
      const consent = isAllowed ? { at: now(), words: criteriaWords(context, locale) } : null
      await writeCriteriaConsent(sql, account.id, one.id, consent)
    }
    return { resource: null, changes: [] }
  },
})

/** Ends the participation and deletes everything that the study holds of the person. */
export const leaveStudy = operation({
  name: 'leave_study',
  summary: 'Stop taking part in a study and delete what it holds',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const one = await openLink(context, true)
    await removeParticipation(context.sql, context.account.id, one.profileId)
    return { resource: null, changes: [] }
  },
})

/** Saves one page of the second occasion. The last one completes it. */
export const saveStudyAnswers = operation({
  name: 'save_study_answers',
  summary: 'Save one page of answers to the second occasion of a study',
  access: 'guest',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'invalid', 'conflict'],
  input: z.strictObject({
    page: z.int().min(0).max(99),
    answers: z.record(z.string().regex(/^[smlbw]\d{1,3}$/), z.string().max(24)),
  }),
  output: z.null(),
  async run(context, { page, answers }) {
    const { sql, account, now } = context
    const one = await openLink(context, true)
    if (retestState(one, now()) !== 'open')
      throw new Failure('conflict', { message: 'You can’t answer a second time now.' })
    const forms = await formsOf(context, one)
    const saved = addPage(forms, page, one.retestAnswers, answers)
    if (!saved)
      throw invalid('Some answers are missing. Answer everything on this page.', { param: 'answers' })
    const isComplete = nextPage(forms, saved) === undefined
    await writeRetest(sql, account.id, one.id, { answers: saved, completedAt: isComplete ? now() : null })
    return { resource: null, changes: [] }
  },
})

/**
 * Everything that the study holds by this link, and nothing that it holds of the same person by another one: someone who opens
 * the person's invite link can have a link sent to an address of their own. The account's own export doesn't have it.
 */
export const exportStudyData = operation({
  name: 'export_study_data',
  summary: 'Download everything that the study holds on the person by this link',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.strictObject({
    email: z.string(),
    locale: z.string(),
    requestedAt: Timestamp,
    agreedAt: Timestamp.nullable(),
    consentVersion: z.string().nullable(),
    consentWords: z.string().nullable(),
    criteriaAgreedAt: Timestamp.nullable(),
    criteriaWords: z.string().nullable(),
    criteria: z.record(z.string(), z.int()),
    peerLinks: z.array(z.strictObject({ id: z.string(), expiresAt: Timestamp })),
    attempt: z.int(),
    retestDueAt: Timestamp.nullable(),
    retestClosesAt: Timestamp.nullable(),
    retestSentAt: Timestamp.nullable(),
    retestCompletedAt: Timestamp.nullable(),
    retestAnswers: z.looseObject({}),
  }),
  async run(context) {
    const { id, studyId: _, profileId: __, ...one } = await openLink(context)
    const { sql, account } = context
    const criteria = await findOwnCriteria(sql, account.id, id)
    // Not the answers: the people who gave them were told that nobody sees them.
    const peerLinks = await listPeerLinks(sql, account.id, id)
    return { resource: { ...one, criteria, peerLinks } }
  },
})

function criteriaWords({ account }: Context, locale: Locale): string {
  return criteriaConsentIn(locale, account.name)
}

async function openLink({ sql, account, caller }: Context, lock = false): Promise<Participant> {
  const isGuest = caller.kind === 'guest' && caller.link === 'study'
  const one = isGuest ? await findParticipant(sql, account.id, caller.linkHash, lock) : undefined
  if (!one) throw linkEnded()
  return one
}

function linkEnded() {
  return notFound('This link shows no study anymore.')
}

async function formsOf({ sql, account }: Context, one: Participant): Promise<RetestForms> {
  const [study, wordings] = await Promise.all([
    findNewestStudy(sql, account.id),
    findFirstWordings(sql, account.id, one),
  ])
  return {
    focusForm: study?.focusForm ?? 'focus-120-1',
    focusWording: wordings.focus ?? 1,
    discWording: wordings.disc,
    coreWording: wordings.core,
  }
}

function consentOf({ account }: Context, forms: RetestForms, locale: Locale) {
  const { version, sentences } = studyConsentIn(locale, {
    accountName: account.name,
    minutes: minutesOf(forms),
  })
  return { version, sentences: [...sentences] }
}

function retestState(one: Participant, now: Date): 'none' | 'later' | 'open' | 'done' {
  if (one.retestCompletedAt !== null) return 'done'
  if (one.agreedAt === null || one.retestDueAt === null || one.retestClosesAt === null) return 'none'
  if (now < new Date(one.retestDueAt)) return 'later'
  return now < new Date(one.retestClosesAt) ? 'open' : 'none'
}
