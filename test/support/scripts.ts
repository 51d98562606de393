import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Json } from './service.ts'

export type Ended = { code: number; stdout: string; stderr: string; json: Json }

/** Runs a script as npm would, with these variables and, of the current environment, only PATH. */
export function shellOf(environment: Record<string, string>, script = 'timbre') {
  return (line: string, ...more: string[]): Promise<Ended> => {
    const root = join(import.meta.dirname, '../..')
    const words = [join(root, `scripts/${script}.ts`), ...line.split(' ').filter(Boolean), ...more]
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: inject('compileCache'), ...environment }
    return new Promise((resolve) => {
      execFile(process.execPath, words, { cwd: root, env }, (error, stdout, stderr) => {
        const json = stdout.startsWith('{') ? JSON.parse(stdout) : undefined
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr, json })
      })
    })
  }
}
