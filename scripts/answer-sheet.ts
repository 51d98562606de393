import type { CoreAnswer } from '../src/scoring/core-screens.ts'
import type { DiscChoice } from '../src/scoring/disc.ts'
import { type Letter, letters } from '../src/scoring/results.ts'
import type { AnswerSheet, Instruments } from '../src/scoring/score.ts'

/**
 * Checks a parsed answer sheet. Throws a SyntaxError that names the first invalid place, counted from 0 as in JSON, and
 * the expected value.
 */
export function parseAnswerSheet(value: unknown, { core }: Instruments): AnswerSheet {
  const sheet = readObject(value, 'sheet', ['focus', 'disc', 'core'])
  if (Object.keys(sheet).length === 0) fail('sheet', 'expected at least one of focus, disc, core')
  const keys = core.design.values.map(({ key }) => key)
  return {
    ...('focus' in sheet && { focus: readFocus(sheet.focus) }),
    ...('disc' in sheet && { disc: readDisc(sheet.disc) }),
    ...('core' in sheet && { core: readCore(sheet.core, keys) }),
  }
}

function readFocus(value: unknown): (number | null)[] {
  const answers = readList(value, 'focus')
  if (![60, 120].includes(answers.length))
    fail('focus', `expected 120 answers, or 60 to the short form, found ${answers.length}`)
  return answers.map((answer, at) => {
    if (answer === null) return null
    if (typeof answer === 'number' && [1, 2, 3, 4, 5].includes(answer)) return answer
    return fail(`focus[${at}]`, 'expected a whole number from 1 to 5')
  })
}

function readDisc(value: unknown): DiscChoice[] {
  const choices = readList(value, 'disc')
  if (choices.length !== 24) fail('disc', `expected 24 choices, found ${choices.length}`)
  return choices.map((choice, at) => {
    const { most, least } = readObject(choice, `disc[${at}]`, ['most', 'least'])
    const read = (letter: unknown, place: string): Letter =>
      letters.find((known) => known === letter) ?? fail(place, 'expected one of D, I, S, C')
    const [top, bottom] = [read(most, `disc[${at}].most`), read(least, `disc[${at}].least`)]
    if (top === bottom) fail(`disc[${at}].least`, 'expected another letter than most')
    return { most: top, least: bottom }
  })
}

function readCore(value: unknown, keys: readonly string[]): CoreAnswer[] {
  const answers = readList(value, 'core')
  if (answers.length === 0) fail('core', 'expected at least one screen')
  return answers.map((answer, at) => {
    const screen = readObject(answer, `core[${at}]`, ['block', 'best', 'worst'])
    const block = readList(screen.block, `core[${at}].block`).map((key, place) => {
      if (typeof key === 'string' && keys.includes(key)) return key
      return fail(`core[${at}].block[${place}]`, `expected one of ${keys.join(', ')}`)
    })
    if (block.length !== 4 || new Set(block).size !== 4) {
      fail(`core[${at}].block`, 'expected four different values')
    }
    const read = (pick: unknown, place: string): string =>
      block.find((key) => key === pick) ?? fail(place, 'expected a value of the block')
    const best = read(screen.best, `core[${at}].best`)
    const worst = read(screen.worst, `core[${at}].worst`)
    if (best === worst) fail(`core[${at}].worst`, 'expected another value than best')
    return { block, best, worst }
  })
}

function readObject(value: unknown, place: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(place, `expected an object with ${known.join(', ')}`)
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) fail(place, `unknown key ${JSON.stringify(key)}, expected ${known.join(', ')}`)
  }
  return value as Record<string, unknown>
}

function readList(value: unknown, place: string): unknown[] {
  return Array.isArray(value) ? value : fail(place, 'expected a list')
}

function fail(place: string, message: string): never {
  throw new SyntaxError(`${place}: ${message}`)
}
