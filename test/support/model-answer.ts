import type { AnsweredSentence, DebriefAnswer } from '../../src/domain/debrief/answer-schema.ts'

type Fact = Readonly<Record<string, string | number>>
type PromptFact = { facts: Record<string, Fact>; words: { sections: Record<string, string> } }

/** A valid answer, made only from the facts in the request. */
export function goodAnswer({ messages }: { messages: { role: string; content: string }[] }): DebriefAnswer {
  const prompt = JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '{}') as PromptFact
  const scales = Object.entries(prompt.facts).filter(([, { level }]) => level !== undefined)
  // Farthest from the middle first, as the prompt requires.
  scales.sort(([, one], [, other]) => Math.abs(Number(other.t) - 50) - Math.abs(Number(one.t) - 50))
  let next = 0
  const scale = () =>
    scales[next++ % scales.length] ?? ['quality.outcome', prompt.facts['quality.outcome'] ?? {}]
  const sections = Object.keys(prompt.words.sections).map((id) => {
    const sentences =
      id === 'drives' ? drives(prompt.facts) : (templates[id] ?? []).map((say) => say(scale()))
    return { id, sentences }
  })
  return { sections } as DebriefAnswer
}

type Say = (scale: [string, Fact]) => AnsweredSentence

/** A sentence about one scale, with a word for its side and the matching claim. */
function level(write: (name: string, side: string) => string): Say {
  return ([id, fact]) => ({
    text: write(nameOf(id), sides[String(fact.side)] ?? 'near the middle'),
    evidence: [id],
    claims: [{ fact: id, level: String(fact.level) }],
  })
}

const sides: Record<string, string> = { high: 'above the average', low: 'below the average' }

/** A sentence that claims no level. */
function plain(write: (name: string) => string): Say {
  return ([id]) => ({ text: write(nameOf(id)), evidence: [id], claims: [] })
}

/** `focus.organization.facets.goalOriented` as "goal oriented". */
function nameOf(id: string): string {
  const key = id.split('.').at(-1) ?? id
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

const templates: Record<string, Say[]> = {
  overview: [
    level(
      (name, side) => `Your answers put ${name} ${side}, and that colors much of how you go about your work.`,
    ),
    level(
      (name, side) =>
        `Beside it stands ${name}, which your answers place ${side} when others are the measure.`,
    ),
    level(
      (name, side) => `The third thing that may matter is ${name}, where what you said comes out ${side}.`,
    ),
  ],
  impression: [
    plain((name) => `People who know you well can tell you more of ${name} than a text like this one can.`),
    level(
      (name, side) =>
        `To people who meet you for the first time, ${name} probably shows as something ${side}.`,
    ),
    level((name, side) => `They may also notice ${name}, which in your own answers comes to stand ${side}.`),
    plain((name) => `What they see of ${name} can depend on the day and on who else is in the room.`),
  ],
  best: [
    level(
      (name, side) =>
        `You are likely at your best where ${name} can be ${side} without anybody asking for reasons.`,
    ),
    level(
      (name, side) => `It helps when a task lets ${name} stay ${side}, as your answers suggest that it does.`,
    ),
    plain(
      (name) => `On such days the people around you can rely on how you deal with ${name} and what follows.`,
    ),
  ],
  pressure: [
    plain(
      (name) => `What happens to ${name} on a hard day is something that you can tell others in advance.`,
    ),
    level(
      (name, side) =>
        `When time runs short, ${name} tends to remain ${side}, and others may read more into it.`,
    ),
    plain((name) => `It can help to say aloud what you need with regard to ${name} before a plan is made.`),
    plain(
      (name) => `A short pause often gives back some of the ease that you have with ${name} on calmer days.`,
    ),
  ],
  together: [
    level(
      (name, side) =>
        `Those who work with you do well to expect ${name} that is ${side} and to plan with it.`,
    ),
    plain((name) => `They can ask you early about ${name} and what you would like to hear from them.`),
    plain((name) => `They should avoid guessing about ${name} when a question to you would settle it.`),
  ],
  questions: [
    plain((name) => `Who of the people around you would say something else about ${name} than you do?`),
    plain((name) => `Where in the last month did ${name} help you to get on with what you had to do?`),
    plain((name) => `What would you like the people around you to know about ${name} and how it shows?`),
    plain((name) => `When does ${name} get in the way of something that you would like to do?`),
  ],
  limits: [
    ([id]) => ({
      text: 'Results like these come from what you said of yourself, and another day may bring other answers.',
      evidence: [id],
      claims: [],
    }),
    plain(
      (name) => `Where the text speaks of ${name}, you know better than it does whether that is how you are.`,
    ),
    () => ({
      text: 'They say nothing about what you have learned to do or about how you will act in one given case.',
      evidence: ['quality.outcome'],
      claims: [],
    }),
  ],
}

function drives(facts: Record<string, Fact>): AnsweredSentence[] {
  const value = (id: string) => nameOf(String(facts[id]?.value ?? ''))
  const about = (id: string, write: (name: string) => string): AnsweredSentence => ({
    text: write(value(id)),
    evidence: [id],
    claims: [{ fact: id, level: String(facts[id]?.value) }],
  })
  return [
    about(
      'core.first',
      (name) => `Of the values you chose between, ${name} came out before all others in your order.`,
    ),
    about('core.second', (name) => `Right behind it stands ${name}, which you may look for in what you do.`),
    about(
      'core.third',
      (name) => `Third in your order stands ${name}, so it is likely that you would miss it at work.`,
    ),
  ]
}
