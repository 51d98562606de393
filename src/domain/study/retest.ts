import {
  coreDesign,
  type DiscForm,
  discFormNamed,
  focusFormNamed,
  focusTextKeys,
} from '../../content/forms.ts'
import { formAt, itemsAt } from '../../content/wordings.ts'
import type { Locale } from '../../contract/locale.ts'
import { scoreCore, screenAt } from '../../scoring/core.ts'
import type { CoreAnswer } from '../../scoring/core-screens.ts'
import type { FocusKeys } from '../../scoring/focus.ts'
import { letters } from '../../scoring/results.ts'
import type { RetestAnswers } from './participant-store.ts'

/** The second occasion shows the words and the forms of the first. Undefined for people without DISC, or without Core. */
export type RetestForms = {
  focusForm: string
  focusWording: number
  discWording: number | undefined
  coreWording: number | undefined
}

const [statementsPerPage, blocksPerPage, screensPerPage, adaptivePerPage] = [20, 6, 7, 2]

export type RetestPage =
  | { kind: 'focus'; items: { n: number; text: string }[]; labels: string[]; prompt: string }
  | { kind: 'disc'; blocks: { n: number; statements: { letter: string; text: string }[] }[] }
  | { kind: 'core'; prompt: string; screens: { n: number; values: { key: string; text: string }[] }[] }

type PagePlan = { kind: 'focus' | 'disc' | 'core'; numbers: readonly number[] }

/** Every page with the numbers of its statements or blocks, in order. */
export function planPages(forms: RetestForms): PagePlan[] {
  const { focus, disc } = formsOf(forms)
  const fixed = coreDesign.blocks.map((_, at) => at + 1)
  // What an adaptive screen shows depends on the answers up to the pair before it.
  const adaptive = coreDesign.rankPatterns.map((_, at) => fixed.length + at + 1)
  return [
    ...inPages(
      focus.items.map(({ n }) => n),
      statementsPerPage,
      'focus',
    ),
    ...inPages(disc?.blocks.map((_, at) => at + 1) ?? [], blocksPerPage, 'disc'),
    ...(forms.coreWording === undefined
      ? []
      : [...inPages(fixed, screensPerPage, 'core'), ...inPages(adaptive, adaptivePerPage, 'core')]),
  ]
}

/** The first page with something unanswered; undefined if there is none. */
export function nextPage(forms: RetestForms, answers: RetestAnswers): number | undefined {
  const at = planPages(forms).findIndex(({ kind, numbers }) =>
    numbers.some((n) => answers[kind]?.[String(n)] === undefined),
  )
  return at < 0 ? undefined : at
}

export function pageIn(
  forms: RetestForms,
  at: number,
  locale: Locale,
  answers: RetestAnswers,
): RetestPage | undefined {
  const plan = planPages(forms)[at]
  if (!plan) return undefined
  const { focus, disc } = formsOf(forms)
  if (plan.kind === 'focus') {
    const texts = itemsAt(locale, forms.focusWording).focus
    const keys = focusTextKeys(focus)
    const items = plan.numbers.map((n) => ({ n, text: texts.items[Number(keys[n - 1]) - 1] ?? '' }))
    return { kind: 'focus', items, labels: [...texts.answers], prompt: texts.prompt }
  }
  if (plan.kind === 'core') {
    const { prompt, values } = itemsAt(locale, forms.coreWording ?? 1).core
    const screens = plan.numbers.map((n) => ({
      n,
      values: (screenAt(n - 1, coreAnswersOf(answers), coreDesign) ?? []).map((key) => ({
        key,
        text: `${values[key]?.label ?? key}: ${values[key]?.bullet ?? ''}`,
      })),
    }))
    return { kind: 'core', prompt, screens }
  }
  const { statements } = itemsAt(locale, forms.discWording ?? 1).disc
  const blocks = plan.numbers.map((n) => ({
    n,
    statements: (disc?.blocks[n - 1]?.statements ?? []).map(({ letter, key }) => ({
      letter,
      text: statements[key] ?? '',
    })),
  }))
  return { kind: 'disc', blocks }
}

/** The answers with those of one page. Undefined if an answer is missing or impossible. */
export function addPage(
  forms: RetestForms,
  at: number,
  before: RetestAnswers,
  given: Readonly<Record<string, string>>,
): RetestAnswers | undefined {
  const plan = planPages(forms)[at]
  if (!plan) return undefined
  const added: RetestAnswers = {
    focus: { ...before.focus },
    disc: { ...before.disc },
    core: { ...before.core },
  }
  for (const n of plan.numbers) {
    if (plan.kind === 'focus') {
      const answer = Number(given[`s${n}`])
      if (!Number.isInteger(answer) || answer < 1 || answer > 5) return undefined
      added.focus = { ...added.focus, [n]: answer }
    } else if (plan.kind === 'core') {
      const [best = '', worst = ''] = [given[`b${n}`], given[`w${n}`]]
      const block = screenAt(n - 1, coreAnswersOf(before), coreDesign) ?? []
      if (!block.includes(best) || !block.includes(worst) || best === worst) return undefined
      added.core = { ...added.core, [n]: { block, best, worst } }
    } else {
      const [most = '', least = ''] = [given[`m${n}`], given[`l${n}`]]
      const isLetter = (text: string) => (letters as readonly string[]).includes(text)
      if (!isLetter(most) || !isLetter(least) || most === least) return undefined
      added.disc = { ...added.disc, [n]: { most, least } }
    }
  }
  return added
}

/** Answers of a complete second occasion in the order of the forms, DISC as differences of D, I, S and C. */
export function occasionOf(
  answers: RetestAnswers,
  profileId: string,
): { focus?: number[]; letters?: number[]; ranks?: Record<string, number> } {
  const focus = inOrder(answers.focus)
  const choices = inOrder(answers.disc)
  const screens = coreAnswersOf(answers)
  return {
    ...(focus.length > 0 ? { focus } : {}),
    ...(choices.length > 0 ? { letters: differencesOf(choices) } : {}),
    ...(screens.length > 0
      ? { ranks: ranksOf(scoreCore(screens, coreDesign, profileId).ranked.map(({ key }) => key)) }
      : {}),
  }
}

/** The place of each value in an order, from 1. */
export function ranksOf(order: readonly string[]): Record<string, number> {
  return Object.fromEntries(order.map((key, at) => [key, at + 1]))
}

function coreAnswersOf({ core }: RetestAnswers): CoreAnswer[] {
  return inOrder(core)
}

function inOrder<T>(record: Readonly<Record<string, T>> | undefined): T[] {
  return Object.entries(record ?? {})
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, answer]) => answer)
}

/** How often each letter was chosen as most less how often as least. */
export function differencesOf(choices: readonly { most: string; least: string }[]): number[] {
  return letters.map((letter) =>
    choices.reduce((sum, { most, least }) => sum + Number(most === letter) - Number(least === letter), 0),
  )
}

function formsOf({ focusForm, discWording }: RetestForms): { focus: FocusKeys; disc: DiscForm | undefined } {
  return {
    focus: focusFormNamed(focusForm),
    disc: discWording === undefined ? undefined : discFormNamed(formAt('disc', discWording)),
  }
}

function inPages(numbers: readonly number[], size: number, kind: PagePlan['kind']): PagePlan[] {
  const pages = Math.ceil(numbers.length / size)
  return Array.from({ length: pages }, (_, at) => ({
    kind,
    numbers: numbers.slice(at * size, (at + 1) * size),
  }))
}
