import type { DebriefSection } from '../../content/debrief.ts'
import type { Locale } from '../../contract/locale.ts'

/**
 * A sentence of a debrief, with the ids of the facts that support it: paths such as
 * `focus.stability.facets.composure`. Tips say what people who work with the person should do or avoid.
 */
export type WrittenSentence = {
  readonly text: string
  readonly evidence: readonly string[]
  readonly tip?: 'do' | 'avoid'
  /** The same about the person, with the slot `{name}`, in languages where the rules have it. */
  readonly about?: string
}

export type WrittenSection = {
  readonly id: DebriefSection
  readonly title: string
  readonly sentences: readonly WrittenSentence[]
}

/** Who wrote a debrief; `reason` says why the rules wrote it although the account uses a model. */
export type DebriefGenerator = {
  readonly kind: 'rules' | 'llm'
  readonly name: string
  readonly version: string
  readonly reason?: string
}

/** A written debrief before it is stored. */
export type WrittenDebrief = {
  /** The language of the text. */
  readonly locale: Locale
  readonly sections: readonly WrittenSection[]
  /** The same sentences as Markdown. */
  readonly content: string
  readonly generator: DebriefGenerator
}
