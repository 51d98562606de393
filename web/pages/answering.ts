import type { AssessmentId } from '../../src/http/views/page-view.ts'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import { adaptiveBlock, itemNumber, optionsAt, savedPick } from './answer-sheet.ts'
import type { Entry, Flow, FlowEvent, FlowStep, Pick, PickColumn } from './flow-state.ts'
import { advance, goTo, resumePosition, withAnswer, withoutEntries } from './navigation.ts'
import { isSamePosition } from './taking-position.ts'

/** A second tap this soon is a double tap, and must not answer a question that was not read. */
const doubleTapMs = 250

/** A tap belongs to the question that was shown: while an answered one is still visible, it corrects that. */
export function rateByTap(view: TakingView, flow: Flow, event: FlowEvent & { type: 'rate' }): FlowStep {
  const { shown, value, at } = event
  const { position } = flow
  if (isSamePosition(shown, position)) {
    if (at === undefined) return rate(view, flow, value)
    if (at - flow.tappedAt < doubleTapMs) return withoutEntries(flow)
    return rate(view, { ...flow, tappedAt: at }, value)
  }
  if (shown.at !== 'item' || flow.completed.includes(shown.part) || !isRating(view, shown.part, value))
    return withoutEntries(flow)
  if (flow.answers.focus[shown.item] === value) return withoutEntries(flow)
  return answer(flow, shown.part, shown.item, value)
}

/** A key: a Focus answer, or most and then least on a forced-choice screen. */
export function pressDigit(view: TakingView, flow: Flow, digit: number): FlowStep {
  const { position } = flow
  if (position.at !== 'item' && position.at !== 'practice') return withoutEntries(flow)
  if (position.part === 'focus') return rate(view, flow, digit)
  const choice = optionsAt(view, flow.answers, position)[digit - 1]
  if (choice === undefined) return withoutEntries(flow)
  return pickChoice(view, flow, flow.pick.most === undefined ? 'most' : 'least', choice)
}

function rate(view: TakingView, flow: Flow, value: number): FlowStep {
  const { position } = flow
  if ((position.at !== 'item' && position.at !== 'practice') || !isRating(view, position.part, value))
    return withoutEntries(flow)
  if (position.at === 'practice') return withoutEntries(goTo(view, flow, resumePosition(view, flow)))
  const answered = answer(flow, position.part, position.item, value)
  return joined(answered, advance(view, answered.flow))
}

/** A choice in one column. The same item can't be chosen in both, so it moves. */
export function pickChoice(view: TakingView, flow: Flow, column: PickColumn, choice: string): FlowStep {
  const { position } = flow
  if ((position.at !== 'item' && position.at !== 'practice') || position.part === 'focus')
    return withoutEntries(flow)
  if (!optionsAt(view, flow.answers, position).includes(choice)) return withoutEntries(flow)
  const { most, least } = flow.pick
  const other = column === 'most' ? least : most
  const rest: Pick =
    other === undefined || other === choice ? {} : column === 'most' ? { least: other } : { most: other }
  const picked: Flow = { ...flow, pick: { ...rest, [column]: choice } }
  return position.at === 'item'
    ? savePick(view, picked, position.part, position.item)
    : withoutEntries(picked)
}

/** A complete choice is saved immediately; an incomplete one is kept until the other half is chosen. */
function savePick(view: TakingView, flow: Flow, part: AssessmentId, item: number): FlowStep {
  const { most, least } = flow.pick
  if (most === undefined || least === undefined) return withoutEntries(flow)
  const kept = savedPick(view, flow.answers, part, item)
  if (kept.most === most && kept.least === least) return withoutEntries(flow)
  const number = itemNumber(view, part, item)
  if (part === 'disc') return answer(flow, part, number, { most, least })
  return answer(flow, part, number, {
    block: adaptiveBlock(view, flow.answers, item) ?? [],
    best: most,
    worst: least,
  })
}

function answer(flow: Flow, assessment: AssessmentId, item: number, value: unknown): FlowStep {
  const seq = flow.seq + 1
  const entry: Entry = { type: 'answer', assessment, item, value, seq }
  return { flow: { ...flow, seq, answers: withAnswer(flow.answers, entry) }, entries: [entry] }
}

function isRating(view: TakingView, part: AssessmentId, value: number): boolean {
  return (
    part === 'focus' && Number.isInteger(value) && value >= 1 && value <= (view.focus?.labels.length ?? 0)
  )
}

function joined(first: FlowStep, second: FlowStep): FlowStep {
  return { flow: second.flow, entries: [...first.entries, ...second.entries] }
}
