import { textAbout } from '../../../src/english/about-person.ts'
import type { Debrief, DebriefSection, Takeaways } from '../client/types.ts'
import type { LanguageCode } from '../words/languages.ts'

type Sentence = DebriefSection['sentences'][number]

/**
 * The sections of a debrief, which address the person, as texts about the person. In English by rule: by name where the
 * grammar allows it without inflecting a verb, otherwise as "they", whose verbs have the form that "you" has. In other
 * languages with the text about the person that the rules wrote beside the one to them. Questions, advice and the
 * experiment stay as they are: the title says for whom they are. Undefined for texts that this can't be done with:
 * those of a language model, and those in other languages by the first edition of the rules.
 */
export function sectionsAbout(
  { sections, locale, generator }: Pick<Debrief, 'sections' | 'locale' | 'generator'>,
  name: string,
): DebriefSection[] | undefined {
  if (generator.kind !== 'rules') return undefined
  if (locale === 'en') return sections.map((section) => englishAbout(section, name))
  if (generator.version.startsWith('1.')) return undefined
  return sections.map((section) => ({
    ...section,
    sentences: storedAbout(section.sentences, name),
  }))
}

/** Sentences by the rules of now, which address the person, as sentences about the person. */
export function sentencesAbout(
  sentences: readonly Sentence[],
  locale: LanguageCode,
  name: string,
): Sentence[] {
  return locale === 'en' ? englishSentences(sentences, name) : storedAbout(sentences, name)
}

/** The headline of a person's own page about the person. */
export function headlineAbout(
  { headline, headlineAbout: about, locale }: Pick<Takeaways, 'headline' | 'headlineAbout' | 'locale'>,
  name: string,
): string {
  if (headline === null) return ''
  if (locale !== 'en') return about?.replaceAll('{name}', () => name) ?? headline
  // "They", whose verbs have the form that "you" has, stays the subject of the whole sentence.
  return textAbout(headline, /^you\b/i.test(headline) ? undefined : name).text
}

function storedAbout(sentences: readonly Sentence[], name: string): Sentence[] {
  return sentences.map(({ about, ...sentence }) => ({
    ...sentence,
    text: about?.replaceAll('{name}', () => name) ?? sentence.text,
  }))
}

function englishAbout(section: DebriefSection, name: string): DebriefSection {
  const sentences = toPerson.has(section.id) ? section.sentences : englishSentences(section.sentences, name)
  return { ...section, title: titleAbout(section, name), sentences }
}

function englishSentences(sentences: readonly Sentence[], name: string): Sentence[] {
  let isNamed = false
  return sentences.map((sentence) => {
    if (sentence.text.includes('?')) return sentence
    const about = textAbout(sentence.text, isNamed ? undefined : name)
    isNamed ||= about.isNamed
    return { ...sentence, text: about.text }
  })
}

/** Sections that remain addressed to the person. */
const toPerson: ReadonlySet<DebriefSection['id']> = new Set(['questions', 'colleagues', 'experiment'])

function titleAbout({ id, title }: DebriefSection, name: string): string {
  if (id === 'impression') return title.replace(/\byou come\b/, () => `${name} comes`)
  if (id === 'questions') return `Questions to ask ${name}`
  if (id === 'colleagues') return `Advice to ${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`
  if (id === 'experiment') return `${title}, for ${name}`
  return title.replace(/\byour\b/, () => `${name}’s`).replace(/\byou\b/, () => name)
}
