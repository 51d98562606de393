import { createHash } from 'node:crypto'
import type { linkOperations } from '../../catalog.ts'
import { factsFor } from '../../content/assessments.ts'
import { coreDesign, type DiscForm, discFormNamed, focusFormOf, focusTextKeys } from '../../content/forms.ts'
import type { Items } from '../../content/items.ts'
import { formAt, itemsAt } from '../../content/wordings.ts'
import { dateFormat } from '../../contract/date-format.ts'
import { joinSentences, type Locale } from '../../contract/locale.ts'
import type { ResourceOf } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import type { TakingPart, TakingView } from '../views/taking-view.ts'

/** The result of the operation `read_sitting`. */
export type SittingState = ResourceOf<typeof linkOperations.readSitting>

type Basics = Pick<TakingView, 'locale' | 'languageTag' | 'locales' | 'messages'>

/** The whole taking page as data: all items in the reader's language, all answers, and the position. */
export function takingView(state: SittingState, basics: Basics, at: TakingView['at']): TakingView {
  const { profile } = state
  const parts = profile.availableAssessments.map((id, at) => ({ ...takingPart(id, profile), number: at + 1 }))
  return {
    ...basics,
    messages: countInParts(basics.messages, parts.length),
    accountName: state.accountName,
    appearance: state.appearance,
    attempt: String(profile.attempt),
    storageKey: storageKey(profile.id, profile.attempt),
    parts,
    savedNote: savedNote(state, basics),
    wordings: state.wordings,
    ...itemsToTake(state, (id) => itemsAt(basics.locale as Locale, state.wordings[id])),
    answers: state.answers,
    seq: state.seq,
    ...pickDefined({
      personName: profile.firstName || undefined,
      at,
    }),
  }
}

function itemsToTake(
  { profile, discOrder, wordings }: SittingState,
  itemsOf: (assessment: AssessmentId) => Items,
) {
  const { focus } = itemsOf('focus')
  const { disc } = itemsOf('disc')
  const { core } = itemsOf('core')
  const form = discFormNamed(formAt('disc', wordings.disc))
  const has = (id: AssessmentId) => profile.availableAssessments.includes(id)
  return pickDefined({
    focus: has('focus')
      ? {
          prompt: focus.prompt,
          labels: focus.answers,
          statements: focusTextKeys(focusFormOf(profile.focusForm)).map(
            (key) => focus.items[Number(key) - 1] ?? '',
          ),
        }
      : undefined,
    disc: has('disc') ? { blocks: discOrder.map((n) => discBlock(n, form, disc.statements)) } : undefined,
    core: has('core') ? { cards: core.values, design: coreDesign } : undefined,
  })
}

/** With several parts, the count says which part it is in. Chosen here, because the page's script must stay small. */
function countInParts(messages: Basics['messages'], parts: number): Basics['messages'] {
  const text = messages['taking.partCount']
  if (parts === 1 || text === undefined) return messages
  return { ...messages, 'taking.count': text.replace('{parts}', String(parts)) }
}

/** Finished here, because the account's name is no template, and the page's script must stay small. */
function savedNote(
  { accountName, deadline, linkExpiresAt }: SittingState,
  { messages, languageTag, locale }: Basics,
): string {
  const form = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const dates = dateFormat(languageTag === 'en' ? 'en-GB' : languageTag, form)
  const dated = (key: string, day: string) =>
    messages[key]?.replace('{date}', dates.format(new Date(day))) ?? ''
  return joinSentences(
    [
      linkExpiresAt ? dated('pause.saved', linkExpiresAt) : (messages['pause.savedUndated'] ?? ''),
      ...(deadline === null
        ? []
        : [dated('link.lastDayText', deadline).replace('{account}', () => accountName)]),
    ],
    locale as Locale,
  )
}

function takingPart(id: AssessmentId, profile: SittingState['profile']): Omit<TakingPart, 'number'> {
  return {
    id,
    ...factsFor(id, profile.focusForm),
    completed: profile.completedAssessments.includes(id),
    activeSeconds: profile.timers.find((timer) => timer.assessment === id)?.activeSeconds ?? 0,
  }
}

function discBlock(n: number, form: DiscForm, texts: Readonly<Record<string, string>>) {
  const statements = form.blocks[n - 1]?.statements ?? []
  return { n, statements: statements.map(({ letter, key }) => ({ letter, text: texts[key] ?? '' })) }
}

/** Names the browser's store of unsent answers. A hash, so that it reveals nothing about the person. */
function storageKey(profileId: string, attempt: number): string {
  return createHash('sha256').update(`take:${profileId}:${attempt}`).digest('base64url').slice(0, 22)
}
