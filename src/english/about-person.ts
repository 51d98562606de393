/**
 * One English text about the person: `name` if the first mention allows it, and pronouns otherwise. A name after a
 * pronoun would seem to be another person's: "they look at Noor's work".
 */
export function textAbout(text: string, name: string | undefined): { text: string; isNamed: boolean } {
  let isFirst = true
  let isNamed = false
  const about = text.replace(advice, '$1 it helps to ').replace(mentions, (word, at: number, all: string) => {
    const before = all.slice(0, at).split(' ').at(-2) ?? ''
    const after = all.slice(at + word.length).split(' ')[1] ?? ''
    const { pronoun, ending } = mentionOf(word.toLowerCase(), before.toLowerCase(), after)
    isNamed ||= isFirst && name !== undefined && ending !== undefined
    const written = isFirst && isNamed ? `${name}${ending}` : pronoun
    isFirst = false
    const isCapital = word !== word.toLowerCase()
    return isCapital ? written.charAt(0).toUpperCase() + written.slice(1) : written
  })
  return { text: about, isNamed }
}

const mentions = /\b(?:yourself|yours|your|you)\b/gi

/** A pronoun, and what follows a name in its place. No ending where a name would need another form of the verb. */
function mentionOf(word: string, before: string, after: string): { pronoun: string; ending?: string } {
  if (word === 'yourself') return { pronoun: 'themselves' }
  if (word === 'yours') return { pronoun: 'theirs', ending: '’s' }
  if (word === 'your') return { pronoun: 'their', ending: '’s' }
  if (asObject.has(before)) return { pronoun: 'them', ending: '' }
  return uninflected.has(after) ? { pronoun: 'they', ending: '' } : { pronoun: 'they' }
}

/**
 * The start of advice within a statement, which would ask the reader to do what is meant for the person: "so name a
 * day", or after a colon.
 */
const advice =
  /(, so|:) (?=(?:add|agree|announce|ask|bring|check|choose|close|count|cut|decide|end|find|finish|gather|give|go|have|hear|keep|leave|let|look|make|name|plan|promise|put|say|see|send|set|settle|show|start|stop|strike|take|tell|watch|write)\b)/g

/** Verbs that are the same after "you" and after a name. */
const uninflected = new Set(['may', 'can', 'could', 'chose', 'answered'])

/** Words after which "you" is an object, in the debrief texts. */
const asObject = new Set(
  `about affects annoy annoys around ask asks at attract attracts be believe beside between bind binds bore bores
  bother bothering bothers bring brings by calm catch compare compares contradicts convince convinces cost costs
  delights describe disturb does drain draw draws drive drives find finds follow follows for from gave gets give gives
  guides hear helps hits hold holds hurries in interests introduced introduces keep know knows leave leaves lets
  like make makes meet miss move moves near needs occupy of on past please pleased pleases press presses pull
  pulls put puzzle reach reaches remind save saves see sells serve serves show shows slow spare spares spur stop
  suit suits sway take takes tell tells tempt tempts throw ties to told touch touches touching tries trouble
  troubles try under unsettle upon upsets wakes wear win wins with within worries worry`.split(/\s+/),
)
