import { readFileSync } from 'node:fs'

/**
 * The JSON in a file that the shell names; `-` is standard input. Throws a SyntaxError of one line that names the file
 * when it cannot be read or is no JSON.
 */
export function readJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch {
    throw new SyntaxError(`${path}: cannot be read`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(`${path}: is not valid JSON`)
  }
}
