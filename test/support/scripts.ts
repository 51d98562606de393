import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type Command, parseCommandLine } from '../../scripts/administration/command.ts'
import { commands } from '../../scripts/administration/commands.ts'
import { runLine } from '../../scripts/administration/script.ts'
import { verifyCommand } from '../../scripts/administration/verify.ts'
import { compileCache } from './process.ts'
import type { Json } from './service.ts'

export type Ended = { code: number; stdout: string; stderr: string; json: Json }

/** Runs one command line, whose words are separated by spaces, with `more` words after it. */
export type RunLine = (line: string, ...more: string[]) => Promise<Ended>

const scripts: Record<'timbre' | 'audit', readonly Command[]> = { timbre: commands, audit: [verifyCommand] }

/** Runs a script as npm would, with these variables and, of the current environment, only PATH. */
export function shellOf(
  environment: Record<string, string>,
  script: keyof typeof scripts = 'timbre',
): RunLine {
  return (line, ...more) => {
    const root = join(import.meta.dirname, '../..')
    const words = [join(root, `scripts/${script}.ts`), ...wordsOf(line), ...more]
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environment }
    return new Promise((resolve) => {
      execFile(process.execPath, words, { cwd: root, env }, (error, stdout, stderr) => {
        resolve(endedWith(error ? Number(error.code) : 0, stdout, stderr))
      })
    })
  }
}

/**
 * Runs the same lines within this process, which takes a small part of the time. With DATABASE_URL only: an embedded
 * database is locked by a process.
 */
export function shellHere(
  environment: Record<string, string> & { DATABASE_URL: string },
  script: keyof typeof scripts = 'timbre',
): RunLine {
  return async (line, ...more) => {
    const [printed, warned]: [string[], string[]] = [[], []]
    const words = [...wordsOf(line), ...more]
    const code = await runLine(() => parseCommandLine(`npm run ${script} --`, scripts[script], words), {
      readEnvironment: () => environment,
      print: (text) => printed.push(`${text}\n`),
      warn: (text) => warned.push(`${text}\n`),
    })
    return endedWith(code, printed.join(''), warned.join(''))
  }
}

function wordsOf(line: string): string[] {
  return line.split(' ').filter(Boolean)
}

function endedWith(code: number, stdout: string, stderr: string): Ended {
  return { code, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : undefined }
}
