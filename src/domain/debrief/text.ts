import type { DebriefSection } from '../../content/debrief.ts'
import type { Locale } from '../../contract/locale.ts'

/**
 * One sentence of a debrief, and the ids of the facts that it rests on: paths such as
 * `focus.stability.facets.composure`. Tips say what those who work with the person should do, or avoid.
 */
export type WrittenSentence = {
  readonly text: string
  readonly evidence: readonly string[]
  readonly tip?: 'do' | 'avoid'
}

export type WrittenSection = {
  readonly id: DebriefSection
  readonly title: string
  readonly sentences: readonly WrittenSentence[]
}

/** Who wrote a debrief; `reason` says why the rules did where the account had chosen a model. */
export type DebriefGenerator = {
  readonly kind: 'rules' | 'llm'
  readonly name: string
  readonly version: string
  readonly reason?: string
}

/** A debrief as it was written and before it is stored. */
export type WrittenDebrief = {
  /** The language that the words are in. */
  readonly locale: Locale
  readonly sections: readonly WrittenSection[]
  /** The same sentences as Markdown. */
  readonly content: string
  readonly generator: DebriefGenerator
}
