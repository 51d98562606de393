import { describe, expect, test } from 'vitest'
import { letters } from '../scoring/results.ts'
import { readContent } from './content-file.ts'
import { type DiscForm, discForm, discFormNamed } from './forms.ts'
import { itemsIn } from './texts.ts'

const texts = itemsIn('en').disc.statements
const statements = discForm.blocks.flatMap((block) => block.statements)
const textOf = (key: string) => texts[key] as string
const words = (key: string) => textOf(key).split(' ')
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const blockMeans = discForm.blocks.map((block) =>
  mean(block.statements.map((statement) => statement.desirability)),
)

describe('the DISC bank', () => {
  test('has 24 blocks with one statement per letter, 96 in total, and a text for each', () => {
    expect(discForm.blocks).toHaveLength(24)
    for (const block of discForm.blocks) {
      expect(new Set(block.statements.map((statement) => statement.letter))).toEqual(new Set(letters))
    }
    expect(new Set(statements.map((statement) => statement.key)).size).toBe(96)
    expect(Object.keys(texts).sort()).toEqual(statements.map((statement) => statement.key).sort())
    expect(statements.filter(({ key, letter }) => key[0] !== letter.toLowerCase())).toEqual([])
  })

  test('shows each of the 24 orders of the letters once, so each letter is six times in each position', () => {
    const orders = discForm.blocks.map((block) =>
      block.statements.map((statement) => statement.letter).join(''),
    )
    expect(new Set(orders).size).toBe(24)
    for (const place of [0, 1, 2, 3]) {
      for (const letter of letters) expect(orders.filter((order) => order[place] === letter)).toHaveLength(6)
    }
  })

  test('covers six themes per letter with four statements each', () => {
    for (const letter of letters) {
      const themes = statements
        .filter((statement) => statement.letter === letter)
        .map((statement) => statement.theme)
      expect(discForm.themes[letter]).toHaveLength(6)
      for (const theme of discForm.themes[letter]) {
        expect(themes.filter((one) => one === theme)).toHaveLength(4)
      }
    }
  })

  test('combines two themes in at most one block', () => {
    const pairs = discForm.blocks.flatMap((block) =>
      pairsOf(block.statements.map((statement) => statement.theme).sort()),
    )
    expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at)).toEqual([])
  })

  test('matches the desirability within blocks and spreads the blocks over the range', () => {
    for (const block of discForm.blocks) {
      const ratings = block.statements.map((statement) => statement.desirability)
      expect(Math.max(...ratings) - Math.min(...ratings), block.key).toBeLessThanOrEqual(1)
    }
    expect(Math.min(...blockMeans)).toBeLessThan(4)
    expect(Math.max(...blockMeans)).toBeGreaterThan(7)
    expect(blockMeans.filter((value) => value > 4.4 && value < 5.7).length).toBeGreaterThanOrEqual(5)
  })

  test('favors no letter by a third of a point, and no position by a fifth', () => {
    const byLetter = letters.map((letter) => mean(ratings((one) => one.letter === letter)))
    const byPlace = [0, 1, 2, 3].map((place) => mean(ratings((_, at) => at === place)))
    expect(Math.max(...byLetter) - Math.min(...byLetter)).toBeLessThan(0.33)
    expect(Math.max(...byPlace) - Math.min(...byPlace)).toBeLessThan(0.2)
  })

  test('has four less flattering blocks, and they are the four lowest', () => {
    const lowest = discForm.blocks.filter((_, at) => (blockMeans[at] as number) < 4).map(({ key }) => key)
    expect(lowest).toHaveLength(4)
    expect(discForm.unflattering).toEqual(lowest)
  })

  test('takes each desirability from the recorded reading, in halves from 1 to 9', () => {
    const { ratings: recorded } = readContent<{ ratings: Record<string, number> }>(
      'items/disc-ratings-2.json',
    )
    expect(Object.fromEntries(statements.map(({ key, desirability }) => [key, desirability]))).toEqual(
      recorded,
    )
    for (const rating of Object.values(recorded)) {
      expect(Number.isInteger(2 * rating) && rating >= 1 && rating <= 9).toBe(true)
    }
  })

  test('shows the letters in every block in the order of the form before', () => {
    const ordersOf = ({ blocks }: DiscForm) =>
      blocks.map((block) => block.statements.map(({ letter }) => letter))
    expect(ordersOf(discForm)).toEqual(ordersOf(discFormNamed('disc-24-1')))
  })
})

describe('the English statements', () => {
  test('are 3 to 9 words, and within a block at most 3 words apart', () => {
    for (const block of discForm.blocks) {
      const lengths = block.statements.map((statement) => words(statement.key).length)
      expect(Math.min(...lengths), block.key).toBeGreaterThanOrEqual(3)
      expect(Math.max(...lengths), block.key).toBeLessThanOrEqual(9)
      expect(Math.max(...lengths) - Math.min(...lengths), block.key).toBeLessThanOrEqual(3)
    }
  })

  test('start with I and a verb in the present tense, and end without a stop', () => {
    for (const { key } of statements)
      expect(textOf(key)).toMatch(/^I (would rather )?[a-z]+ [a-zA-Z ,’]*[a-z]$/)
    expect(statements.filter(({ key }) => /\b(was|were|did|had|will)\b/.test(textOf(key)))).toEqual([])
  })

  test('contain no negation, no absolute and no workplace term', () => {
    const barred =
      /\b(no|not|never|none|nothing|nobody|nor|neither|without|hardly|barely|cannot|always|every|everyone|everything|boss|manager|employee|colleagues?|customers?|clients?|office|meetings?|company|career|projects?)\b|n't/i
    expect(statements.map(({ key }) => textOf(key)).filter((text) => barred.test(text))).toEqual([])
  })

  test('have reading grade 7 or below, each and combined (Flesch-Kincaid)', () => {
    for (const { key } of statements) expect(grade([textOf(key)]), textOf(key)).toBeLessThanOrEqual(7)
    expect(grade(statements.map(({ key }) => textOf(key)))).toBeLessThan(4)
  })

  test('are unique, repeat no verb within a block, and no verb more than four times in the bank', () => {
    const plain = statements.map(({ key }) => textOf(key).toLowerCase())
    expect(new Set(plain).size).toBe(96)
    for (const block of discForm.blocks) {
      expect(new Set(block.statements.map((statement) => words(statement.key)[1])).size, block.key).toBe(4)
    }
    const verbs = statements.map(({ key }) => words(key)[1])
    for (const verb of verbs) expect(verbs.filter((one) => one === verb).length, verb).toBeLessThanOrEqual(4)
  })
})

function pairsOf(themes: readonly string[]): string[] {
  return themes.flatMap((theme, at) => themes.slice(at + 1).map((other) => `${theme} with ${other}`))
}

function ratings(keep: (one: (typeof statements)[number], place: number) => boolean): number[] {
  return discForm.blocks.flatMap((block) =>
    block.statements.filter(keep).map((statement) => statement.desirability),
  )
}

/** Flesch-Kincaid grade (Kincaid et al. 1975); syllables are counted as groups of vowels, less a silent e. */
function grade(sentences: readonly string[]): number {
  const all = sentences.flatMap((sentence) => sentence.toLowerCase().split(' '))
  const syllables = all.map(
    (word) => word.replace(/(?<=[^aeioul])e[sd]?$/, '').match(/[aeiouy]+/g)?.length ?? 1,
  )
  return 0.39 * (all.length / sentences.length) + 11.8 * mean(syllables) - 15.59
}
