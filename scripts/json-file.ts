import { readFileSync } from 'node:fs'

/**
 * Reads a JSON file named on the command line; `-` is standard input. Throws a one-line SyntaxError that names the file
 * if it cannot be read or parsed.
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
