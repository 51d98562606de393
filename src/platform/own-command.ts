import { spawn } from 'node:child_process'
import { join } from 'node:path'

const script = join(import.meta.dirname, '../../scripts/timbre.ts')

/**
 * Runs a command of `npm run timbre` in a process of its own, so that its work slows no request. Resolves with its
 * output, and rejects with its first line of errors. An aborted one is ended.
 */
export function runOwnCommand(words: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...words], { stdio: ['ignore', 'pipe', 'pipe'], signal })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim())
      else reject(new Error((errors || output).split('\n')[0] || `${words.join(' ')} ended with ${code}`))
    })
  })
}
