import type { AssessmentId } from '../../src/http/views/page-view.ts'
import type { TakingAnswers, TakingView } from '../../src/http/views/taking-view.ts'
import { firstUnanswered, optionsAt, savedPick } from './answer-sheet.ts'
import type { Entry, Flow, FlowStep } from './flow-state.ts'
import { findPart, type TakingPosition } from './taking-position.ts'

/** The main button: continues if all required choices are made, and completes a part after its last item. */
export function next(view: TakingView, flow: Flow): FlowStep {
  const { position } = flow
  if (position.at === 'waiting') return withoutEntries(flow)
  if (position.at === 'finish') return finish(view, flow, position.part)
  const { most, least } = flow.pick
  const both = most !== undefined && least !== undefined
  if (position.at === 'practice')
    return withoutEntries(both ? goTo(view, flow, resumePosition(view, flow)) : flow)
  if (position.at !== 'item') {
    const item = firstUnanswered(view, flow.answers, position.part) ?? 1
    return withoutEntries(goTo(view, flow, { at: 'item', part: position.part, item }))
  }
  const answered = position.part === 'focus' ? flow.answers.focus[position.item] !== undefined : both
  return answered ? advance(view, flow) : withoutEntries(flow)
}

/** To the next item, the first unanswered one, or out of the part. */
export function advance(view: TakingView, flow: Flow): FlowStep {
  const { position } = flow
  if (position.at !== 'item') return withoutEntries(flow)
  const count = findPart(view, position.part)?.itemCount ?? 0
  if (position.item < count) return withoutEntries(goTo(view, flow, { ...position, item: position.item + 1 }))
  const open = firstUnanswered(view, flow.answers, position.part)
  if (open !== undefined) return withoutEntries(goTo(view, flow, { ...position, item: open }))
  return finish(view, flow, position.part)
}

function finish(view: TakingView, flow: Flow, part: AssessmentId): FlowStep {
  const done: Flow = { ...flow, completed: [...flow.completed, part] }
  return {
    flow: goTo(view, done, resumePosition(view, done)),
    entries: [{ type: 'finish', assessment: part }],
  }
}

/** One item back; its answer stays. */
export function back(view: TakingView, flow: Flow): Flow {
  const { position } = flow
  if (position.at === 'practice') return goTo(view, flow, resumePosition(view, flow))
  if (position.at !== 'item' || position.item === 1) return flow
  return goTo(view, flow, { ...position, item: position.item - 1 })
}

/** Takes over pending answers of an earlier page, and stays at the requested position. */
export function restore(view: TakingView, flow: Flow, entries: readonly Entry[]): Flow {
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
  return goToRequested(view, restored)
}

/** The first unanswered item of the first open part, after a pause if that part follows another. */
export function resumePosition(view: TakingView, flow: Flow): TakingPosition {
  const part = view.parts.find(({ id }) => !flow.completed.includes(id))?.id
  if (part === undefined) return { at: 'waiting' }
  const item = firstUnanswered(view, flow.answers, part)
  if (item === undefined) return { at: 'finish', part }
  const untouched = Object.keys(flow.answers[part]).length === 0
  return untouched && flow.completed.length > 0 && flow.position.at !== 'practice'
    ? { at: 'pause', part }
    : { at: 'item', part, item }
}

/** The requested position if the person has reached it, with its choice; otherwise the next unanswered item. */
export function goToRequested(view: TakingView, flow: Flow): Flow {
  const { at } = view
  const part = findPart(view, at?.part)
  if (!at || !part || flow.completed.includes(at.part)) return goTo(view, flow, resumePosition(view, flow))
  if (at.practice) return goTo(view, flow, { at: 'practice', part: at.part })
  const last = firstUnanswered(view, flow.answers, at.part) ?? part.itemCount
  const item = Math.min(Math.max(1, at.item), last)
  const there = goTo(view, flow, { at: 'item', part: at.part, item })
  return item === at.item ? { ...there, pick: { ...there.pick, ...pickedAt(view, there) } } : there
}

/** The choice in the URL, if it is valid for this screen. */
function pickedAt(view: TakingView, { answers, position }: Flow): Flow['pick'] {
  const { most, least } = view.at?.pick ?? {}
  const options = optionsAt(view, answers, position)
  const isOne = (choice: string | undefined) => choice !== undefined && options.includes(choice)
  return {
    ...(isOne(most) && most !== undefined ? { most } : {}),
    ...(isOne(least) && least !== undefined && least !== most ? { least } : {}),
  }
}

/** A position with its stored answer. */
export function goTo(view: TakingView, flow: Flow, position: TakingPosition): Flow {
  const kept = position.at === 'item' ? savedPick(view, flow.answers, position.part, position.item) : {}
  return { ...flow, position, pick: kept }
}

/** The answers with one added or replaced. */
export function withAnswer(
  answers: TakingAnswers,
  { assessment, item, value }: Entry & { type: 'answer' },
): TakingAnswers {
  return { ...answers, [assessment]: { ...answers[assessment], [item]: value } }
}

/** A step without effects. */
export function withoutEntries(flow: Flow): FlowStep {
  return { flow, entries: [] }
}
