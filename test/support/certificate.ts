import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterFile } from './file-cleanup.ts'

/** Why no certificate can be made here; undefined where it can. */
export const cannotCertify =
  spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is not installed'

/** A certificate for `localhost` that has expired, and that is its own authority: trust it with NODE_EXTRA_CA_CERTS. */
export async function makeExpiredCertificate(): Promise<{ key: string; cert: string; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-certificate-'))
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
  openssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'],
    ...['-keyout', at('key.pem'), '-out', at('request.pem')],
  )
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n')
  openssl(
    ...['x509', '-req', '-in', at('request.pem'), '-signkey', at('key.pem'), '-days', '0'],
    ...['-extfile', at('names'), '-out', at('cert.pem')],
  )
  // Of no days, it has expired a second later.
  await setTimeout(1_100)
  return {
    key: readFileSync(at('key.pem'), 'utf8'),
    cert: readFileSync(at('cert.pem'), 'utf8'),
    file: at('cert.pem'),
  }
}
