import { type Place, partWith } from './place.ts'
import { firstOpen, keptPick, optionsAt } from './sheet.ts'
import type { Entry, Flow, Step } from './state.ts'
import type { AssessmentId, TakingAnswers, TakingView } from './views.ts'

/** The main button: goes on where everything asked for is given, and closes a part after its last item. */
export function next(view: TakingView, flow: Flow): Step {
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

/** One item on, or to the first one still open, or out of the part. */
export function advance(view: TakingView, flow: Flow): Step {
  const { place } = flow
  if (place.at !== 'item') return still(flow)
  const count = partWith(view, place.part)?.itemCount ?? 0
  if (place.item < count) return still(goTo(view, flow, { ...place, item: place.item + 1 }))
  const open = firstOpen(view, flow.answers, place.part)
  if (open !== undefined) return still(goTo(view, flow, { ...place, item: open }))
  return finish(view, flow, place.part)
}

function finish(view: TakingView, flow: Flow, part: AssessmentId): Step {
  const done: Flow = { ...flow, completed: [...flow.completed, part] }
  return { flow: goTo(view, done, resumePlace(view, done)), entries: [{ type: 'finish', assessment: part }] }
}

/** One item back; its answer stays. */
export function back(view: TakingView, flow: Flow): Flow {
  const { place } = flow
  if (place.at === 'practice') return goTo(view, flow, resumePlace(view, flow))
  if (place.at !== 'item' || place.item === 1) return flow
  return goTo(view, flow, { ...place, item: place.item - 1 })
}

/** Takes over what an earlier page could not send yet, and stays where the page was asked to be. */
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
  return goToAsked(view, restored)
}

/** The first open item of the first open part, behind a pause when that part follows another. */
export function resumePlace(view: TakingView, flow: Flow): Place {
  const part = view.parts.find(({ id }) => !flow.completed.includes(id))?.id
  if (part === undefined) return { at: 'waiting' }
  const item = firstOpen(view, flow.answers, part)
  if (item === undefined) return { at: 'finish', part }
  const untouched = Object.keys(flow.answers[part]).length === 0
  return untouched && flow.completed.length > 0 && flow.place.at !== 'practice'
    ? { at: 'pause', part }
    : { at: 'item', part, item }
}

/** The place that the page was asked for, as far as the person has come, with what was chosen there; or the next open one. */
export function goToAsked(view: TakingView, flow: Flow): Flow {
  const { at } = view
  const part = partWith(view, at?.part)
  if (!at || !part || flow.completed.includes(at.part)) return goTo(view, flow, resumePlace(view, flow))
  if (at.practice) return goTo(view, flow, { at: 'practice', part: at.part })
  const last = firstOpen(view, flow.answers, at.part) ?? part.itemCount
  const item = Math.min(Math.max(1, at.item), last)
  const there = goTo(view, flow, { at: 'item', part: at.part, item })
  return item === at.item ? { ...there, pick: { ...there.pick, ...pickedAt(view, there) } } : there
}

/** What the address says was chosen here, if these are choices of this screen. */
function pickedAt(view: TakingView, { answers, place }: Flow): Flow['pick'] {
  const { most, least } = view.at?.pick ?? {}
  const options = optionsAt(view, answers, place)
  const isOne = (choice: string | undefined) => choice !== undefined && options.includes(choice)
  return {
    ...(isOne(most) && most !== undefined ? { most } : {}),
    ...(isOne(least) && least !== undefined && least !== most ? { least } : {}),
  }
}

/** A place with the answer that stands there. */
export function goTo(view: TakingView, flow: Flow, place: Place): Flow {
  const kept = place.at === 'item' ? keptPick(view, flow.answers, place.part, place.item) : {}
  return { ...flow, place, pick: kept }
}

/** Answers with one more, or with another in place of one. */
export function withAnswer(
  answers: TakingAnswers,
  { assessment, item, value }: Entry & { type: 'answer' },
): TakingAnswers {
  return { ...answers, [assessment]: { ...answers[assessment], [item]: value } }
}

/** A step that sends nothing. */
export function still(flow: Flow): Step {
  return { flow, entries: [] }
}
