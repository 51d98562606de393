import { advance, goTo, resumePlace, still, withAnswer } from './moves.ts'
import { samePlace } from './place.ts'
import { itemNumber, keptPick, optionsAt, ownBlock } from './sheet.ts'
import type { Column, Entry, Flow, FlowEvent, Pick, Step } from './state.ts'
import type { AssessmentId, TakingView } from './views.ts'

/** A second tap this soon is the same finger's, and must not answer a question that was not read. */
const doubleTapMs = 250

/** A tap belongs to the question that was shown: while an answered one still rests on the page, it corrects that. */
export function rateByTap(view: TakingView, flow: Flow, event: FlowEvent & { type: 'rate' }): Step {
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

/** A key: an answer of Focus, or most and then least on a screen of four. */
export function pressDigit(view: TakingView, flow: Flow, digit: number): Step {
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

/** A choice in one column; the same words cannot stand in both, so they move. */
export function pick(view: TakingView, flow: Flow, column: Column, choice: string): Step {
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

function isRating(view: TakingView, part: AssessmentId, value: number): boolean {
  return (
    part === 'focus' && Number.isInteger(value) && value >= 1 && value <= (view.focus?.labels.length ?? 0)
  )
}

function joined(first: Step, second: Step): Step {
  return { flow: second.flow, entries: [...first.entries, ...second.entries] }
}
