import { type Scores, scoreSheet } from '../src/scoring/score.ts'
import { parseAnswerSheet } from './answer-sheet.ts'
import { instruments, shortInstruments } from './instruments.ts'
import { readJson } from './json-file.ts'

/**
 * `npm run --silent score -- sheet.json` scores an answer sheet and prints the results as JSON. Invalid input exits
 * with 2 and one line on standard error that names the place, counted from 0 as in JSON.
 */
const [path, ...rest] = process.argv.slice(2)
try {
  if (path === undefined || rest.length > 0)
    throw new SyntaxError('usage: npm run --silent score -- sheet.json')
  const sheet = parseAnswerSheet(readJson(path), instruments)
  const own = sheet.focus?.length === 60 ? shortInstruments : instruments
  console.log(JSON.stringify(print(scoreSheet(sheet, own, '')), null, 2))
} catch (error) {
  if (!(error instanceof SyntaxError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

/** The API's fields first, then those that only the shell shows. A sheet with too many gaps counts as invalid input. */
function print({ focus, disc, core }: Scores): object {
  if (focus && 'unscored' in focus) throw new SyntaxError(`focus: ${focus.unscored}`)
  if (!core) return { ...(focus && { focus }), ...(disc && { disc }) }
  const { ranked, ...places } = core
  return { ...(focus && { focus }), ...(disc && { disc }), core: { ...places, utilities: ranked } }
}
