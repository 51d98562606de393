import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterFile } from './file-cleanup.ts'

const root = join(import.meta.dirname, '../..')
const pathFile = join(root, '.cache/nginx-path')

/** The nginx that scripts/nginx.sh found; tests are skipped without one. */
export const nginxPath = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : undefined

/**
 * Runs the example configuration for operators with these texts in place of its examples, and waits until it answers.
 * Throws if a text to replace is no longer there, so that the tested configuration is the documented one.
 */
export async function startNginx(replaced: Record<string, string>, port: number): Promise<{ check: string }> {
  let text = readFileSync(join(root, 'examples/regions/nginx.conf'), 'utf8')
  for (const [before, after] of Object.entries(replaced)) {
    if (!text.includes(before)) throw new Error(`examples/regions/nginx.conf has no "${before}" any more`)
    text = text.replaceAll(before, after)
  }
  const folder = mkdtempSync(join(tmpdir(), 'timbre-nginx-'))
  writeFileSync(join(folder, 'timbre.conf'), text)
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr notice;
     events { worker_connections 256; }
     http { access_log off; ${bodies.join(' ')} include ${folder}/timbre.conf; }`,
  )
  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  const { stderr } = await promisify(execFile)(nginxPath as string, ['-t', ...options])
  const child = spawn(nginxPath as string, options, { stdio: 'ignore' })
  afterFile(() => end(child, folder))
  for (let tries = 0; tries < 100 && !(await answers(port)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { check: stderr }
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  rmSync(folder, { recursive: true, force: true })
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}

/** The answer to a request from this local address. */
export function askFrom(
  localAddress: string,
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { localAddress, family: 4, method, headers, agent: false }
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    sent.on('error', reject).end(body)
  })
}
