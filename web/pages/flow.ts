import { firstOpen, itemNumber, keptPick, optionsAt, ownBlock } from './sheet.ts'
import type { AssessmentId, TakingAnswers, TakingView } from './views.ts'

/** Where the person is. `item` is the place in the part, from 1. */
export type Place =
  | { readonly at: 'item'; readonly part: AssessmentId; readonly item: number }
  | { readonly at: 'practice'; readonly part: AssessmentId }
  | { readonly at: 'pause'; readonly part: AssessmentId }
  | { readonly at: 'finish'; readonly part: AssessmentId }
  | { readonly at: 'waiting' }

export type Column = 'most' | 'least'
export type Pick = { readonly [column in Column]?: string }

export type Flow = {
  readonly place: Place
  readonly answers: TakingAnswers
  readonly completed: readonly AssessmentId[]
  /** What is chosen on a screen of four, whole or half. */
  readonly pick: Pick
  /** The last sequence number given out. */
  readonly seq: number
  /** When a tap last answered, in ms of any steady clock. */
  readonly tappedAt: number
}

/** `shown` is what was in sight when it was tapped, `at` the time of a tap in ms; a button pressed by key has none. */
export type FlowEvent =
  | { readonly type: 'rate'; readonly value: number; readonly shown: Place; readonly at?: number }
  | { readonly type: 'digit'; readonly digit: number }
  | { readonly type: 'pick'; readonly column: Column; readonly choice: string }
  | { readonly type: 'next' | 'back' | 'practise' }
  | { readonly type: 'restore'; readonly entries: readonly Entry[] }

/** What must reach the server, in this order. `item` is the form's own number of the item. */
export type Entry =
  | {
      readonly type: 'answer'
      readonly assessment: AssessmentId
      readonly item: number
      readonly value: unknown
      readonly seq: number
    }
  | { readonly type: 'finish'; readonly assessment: AssessmentId }

export type Step = { readonly flow: Flow; readonly entries: readonly Entry[] }

/** A second tap this soon is the same finger's, and must not answer a question that was not read. */
const doubleTapMs = 250

/** The state a page begins in: at the item it was asked for, or where the person stopped. */
export function begin(view: TakingView): Flow {
  const flow: Flow = {
    place: { at: 'waiting' },
    answers: view.answers,
    completed: view.parts.filter(({ completed }) => completed).map(({ id }) => id),
    pick: {},
    seq: view.seq,
    tappedAt: Number.NEGATIVE_INFINITY,
  }
  const { at } = view
  const part = view.parts.find(({ id }) => id === at?.part)
  if (!at || !part || flow.completed.includes(at.part)) return goTo(view, flow, resumePlace(view, flow))
  const last = firstOpen(view, flow.answers, at.part) ?? part.itemCount
  return goTo(view, flow, { at: 'item', part: at.part, item: Math.min(Math.max(1, at.item), last) })
}

/**
 * One event in, the next state and what must be sent out. It is pure and its place moves at once, whatever the page
 * still shows, so that no speed of keys or taps can lose an answer or give it to two items.
 */
export function step(view: TakingView, flow: Flow, event: FlowEvent): Step {
  switch (event.type) {
    case 'rate':
      return rateByTap(view, flow, event)
    case 'digit':
      return pressDigit(view, flow, event.digit)
    case 'pick':
      return pick(view, flow, event.column, event.choice)
    case 'next':
      return next(view, flow)
    case 'back':
      return still(back(view, flow))
    case 'practise':
      return still(
        flow.place.at === 'item'
          ? { ...flow, place: { at: 'practice', part: flow.place.part }, pick: {} }
          : flow,
      )
    case 'restore':
      return still(restore(view, flow, event.entries))
  }
}

/** A tap belongs to the question that was shown: while an answered one still rests on the page, it corrects that. */
function rateByTap(view: TakingView, flow: Flow, event: FlowEvent & { type: 'rate' }): Step {
  const { shown, value, at } = event
  const { place } = flow
  if (samePlace(shown, place)) {
    if (at === undefined) return rate(view, flow, value)
    if (at - flow.tappedAt < doubleTapMs) return still(flow)
    return rate(view, { ...flow, tappedAt: at }, value)
  }
  if (shown.at !== 'item' || flow.completed.includes(shown.part) || !isRating(view, shown.part, value))
    return still(flow)
  if (flow.answers.focus[shown.item] === value) return still(flow)
  return answer(flow, shown.part, shown.item, value)
}

function pressDigit(view: TakingView, flow: Flow, digit: number): Step {
  const { place } = flow
  if (place.at !== 'item' && place.at !== 'practice') return still(flow)
  if (place.part === 'focus') return rate(view, flow, digit)
  const choice = optionsAt(view, flow.answers, place)[digit - 1]
  if (choice === undefined) return still(flow)
  return pick(view, flow, flow.pick.most === undefined ? 'most' : 'least', choice)
}

function rate(view: TakingView, flow: Flow, value: number): Step {
  const { place } = flow
  if ((place.at !== 'item' && place.at !== 'practice') || !isRating(view, place.part, value))
    return still(flow)
  if (place.at === 'practice') return still(goTo(view, flow, resumePlace(view, flow)))
  const given = answer(flow, place.part, place.item, value)
  return joined(given, advance(view, given.flow))
}

function pick(view: TakingView, flow: Flow, column: Column, choice: string): Step {
  const { place } = flow
  if ((place.at !== 'item' && place.at !== 'practice') || place.part === 'focus') return still(flow)
  if (!optionsAt(view, flow.answers, place).includes(choice)) return still(flow)
  const { most, least } = flow.pick
  const other = column === 'most' ? least : most
  const rest: Pick =
    other === undefined || other === choice ? {} : column === 'most' ? { least: other } : { most: other }
  const picked: Flow = { ...flow, pick: { ...rest, [column]: choice } }
  return place.at === 'item' ? savePick(view, picked, place.part, place.item) : still(picked)
}

/** A whole choice is saved at once; a half one waits for its other half. */
function savePick(view: TakingView, flow: Flow, part: AssessmentId, item: number): Step {
  const { most, least } = flow.pick
  if (most === undefined || least === undefined) return still(flow)
  const kept = keptPick(view, flow.answers, part, item)
  if (kept.most === most && kept.least === least) return still(flow)
  const number = itemNumber(view, part, item)
  if (part === 'disc') return answer(flow, part, number, { most, least })
  return answer(flow, part, number, {
    block: ownBlock(view, flow.answers, item) ?? [],
    best: most,
    worst: least,
  })
}

function answer(flow: Flow, assessment: AssessmentId, item: number, value: unknown): Step {
  const seq = flow.seq + 1
  const entry: Entry = { type: 'answer', assessment, item, value, seq }
  return { flow: { ...flow, seq, answers: withAnswer(flow.answers, entry) }, entries: [entry] }
}

function next(view: TakingView, flow: Flow): Step {
  const { place } = flow
  if (place.at === 'waiting') return still(flow)
  if (place.at === 'finish') return finish(view, flow, place.part)
  const { most, least } = flow.pick
  const both = most !== undefined && least !== undefined
  if (place.at === 'practice') return still(both ? goTo(view, flow, resumePlace(view, flow)) : flow)
  if (place.at !== 'item') {
    const item = firstOpen(view, flow.answers, place.part) ?? 1
    return still(goTo(view, flow, { at: 'item', part: place.part, item }))
  }
  const answered = place.part === 'focus' ? flow.answers.focus[place.item] !== undefined : both
  return answered ? advance(view, flow) : still(flow)
}

function advance(view: TakingView, flow: Flow): Step {
  const { place } = flow
  if (place.at !== 'item') return still(flow)
  const count = view.parts.find(({ id }) => id === place.part)?.itemCount ?? 0
  if (place.item < count) return still(goTo(view, flow, { ...place, item: place.item + 1 }))
  const open = firstOpen(view, flow.answers, place.part)
  if (open !== undefined) return still(goTo(view, flow, { ...place, item: open }))
  return finish(view, flow, place.part)
}

function finish(view: TakingView, flow: Flow, part: AssessmentId): Step {
  const done: Flow = { ...flow, completed: [...flow.completed, part] }
  return { flow: goTo(view, done, resumePlace(view, done)), entries: [{ type: 'finish', assessment: part }] }
}

function back(view: TakingView, flow: Flow): Flow {
  const { place } = flow
  if (place.at === 'practice') return goTo(view, flow, resumePlace(view, flow))
  if (place.at !== 'item' || place.item === 1) return flow
  return goTo(view, flow, { ...place, item: place.item - 1 })
}

/** Takes over what an earlier page could not send yet. */
function restore(view: TakingView, flow: Flow, entries: readonly Entry[]): Flow {
  if (entries.length === 0) return flow
  let { answers, seq } = flow
  const completed = new Set(flow.completed)
  for (const entry of entries) {
    if (entry.type === 'finish') completed.add(entry.assessment)
    else {
      answers = withAnswer(answers, entry)
      seq = Math.max(seq, entry.seq)
    }
  }
  const restored: Flow = { ...flow, answers, seq, completed: [...completed] }
  return goTo(view, restored, resumePlace(view, restored))
}

/** The first open item of the first open part, behind a pause when that part follows another. */
function resumePlace(view: TakingView, flow: Flow): Place {
  const part = view.parts.find(({ id }) => !flow.completed.includes(id))?.id
  if (part === undefined) return { at: 'waiting' }
  const item = firstOpen(view, flow.answers, part)
  if (item === undefined) return { at: 'finish', part }
  const untouched = Object.keys(flow.answers[part]).length === 0
  return untouched && flow.completed.length > 0 && flow.place.at !== 'practice'
    ? { at: 'pause', part }
    : { at: 'item', part, item }
}

function goTo(view: TakingView, flow: Flow, place: Place): Flow {
  const kept = place.at === 'item' ? keptPick(view, flow.answers, place.part, place.item) : {}
  return { ...flow, place, pick: kept }
}

function withAnswer(
  answers: TakingAnswers,
  { assessment, item, value }: Entry & { type: 'answer' },
): TakingAnswers {
  return { ...answers, [assessment]: { ...answers[assessment], [item]: value } }
}

function isRating(view: TakingView, part: AssessmentId, value: number): boolean {
  return (
    part === 'focus' && Number.isInteger(value) && value >= 1 && value <= (view.focus?.labels.length ?? 0)
  )
}

export function samePlace(a: Place, b: Place): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function still(flow: Flow): Step {
  return { flow, entries: [] }
}

function joined(first: Step, second: Step): Step {
  return { flow: second.flow, entries: [...first.entries, ...second.entries] }
}
