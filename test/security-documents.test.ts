import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SealedKind } from '../src/contract/secret-key.ts'
import { Environment } from '../src/environment.ts'
import { sealedColumns } from '../src/identity/reseal.ts'

const docs = join(import.meta.dirname, '../docs')
const rowsOf = (name: string) =>
  readFileSync(join(docs, name), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** The requirements of ASVS 5.0.0 at levels 1 and 2, as `section:numbers`. */
const required = [
  '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6',
  '3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4',
  '6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3',
  '8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2',
  '11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2',
  '13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3',
  '16.5:1-3 17.1:1 17.2:1-4 17.3:1-2',
]
  .join(' ')
  .split(' ')
  .flatMap((part) => {
    const [section, numbers = ''] = part.split(':')
    return numbers.split(',').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`)
    })
  })

describe('docs/asvs.md', () => {
  const rows = rowsOf('asvs.md').filter(([id]) => /^\d/.test(id ?? ''))
  const filesIn = (cell = '') => [...cell.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path ?? '')

  test('has every requirement of level 2 once, in the order of the standard', () => {
    expect(rows.map(([id]) => id)).toEqual(required)
  })

  test('gives each a state, and an existing file to each that is met', () => {
    const faults = rows.flatMap(([id, state, what, where]) => {
      const files = filesIn(where)
      const missing = files.filter((path) => !existsSync(join(docs, path)))
      if (missing.length > 0) return [`${id}: ${missing.join(', ')} is not there`]
      if (!what) return [`${id} says nothing`]
      if (state === 'met' || state === '**deviation**') return files.length > 0 ? [] : [`${id} shows nothing`]
      return state === 'not applicable' ? [] : [`${id} is ${state}`]
    })
    expect(faults).toEqual([])
  })

  test('has at most five deviations, each in a decision record under its number', () => {
    const deviations = rows.filter(([, state]) => state === '**deviation**')
    expect(deviations.length).toBeLessThanOrEqual(5)
    for (const [id = '', , , where] of deviations) {
      const [record = ''] = filesIn(where)
      expect(record).toMatch(/^decisions\//)
      expect(readFileSync(join(docs, record), 'utf8')).toContain(`**${id},`)
    }
  })

  test('has the right totals', () => {
    const count = (name: string) => rows.filter(([, state]) => state === name).length
    const says = `${rows.length} requirements: ${count('met')} met, ${count('not applicable')} not applicable, ${count('**deviation**')} deviations.`
    expect(readFileSync(join(docs, 'asvs.md'), 'utf8')).toContain(says)
  })
})

describe('docs/threat-model.md', () => {
  const rows = rowsOf('threat-model.md').filter(([threat]) => /^[STRIDE]: /.test(threat ?? ''))

  test('names a mitigation and an existing test for each threat', () => {
    expect(rows.length).toBeGreaterThan(40)
    const faults = rows.flatMap(([threat, , stops, where = '']) => {
      const path = /^`([^`]+\.test\.tsx?)`$/.exec(where)?.[1]
      return stops && path && existsSync(join(docs, '..', path)) ? [] : [`${threat} ${where}`]
    })
    expect(faults).toEqual([])
  })

  test('covers all six kinds of threat for each entry point', () => {
    const ways = readFileSync(join(docs, 'threat-model.md'), 'utf8').split(/^## /m).slice(3, 8)
    for (const way of ways) {
      const kinds = new Set([...way.matchAll(/^\| ([STRIDE]): /gm)].map(([, kind]) => kind))
      expect([...kinds].sort().join(''), way.split('\n')[0]).toMatch(/^DEI?R?ST$|^DEIRST$/)
    }
  })
})

describe('SECURITY.md', () => {
  const security = readFileSync(join(docs, '../SECURITY.md'), 'utf8')
  const section = (title: string) =>
    security.slice(security.indexOf(`\n## ${title}\n`)).split(/\n## /)[1] ?? ''

  test('names everything that is sealed, which can be read with SECRET_KEY', () => {
    const named: Record<SealedKind, string> = {
      'signing-key': 'signing keys, current and next',
      outbox: 'Messages waiting in the outbox',
      idempotency_key: 'idempotency keys',
      'network-key': 'random key that is deleted',
      share_link: 'Share links',
      share_card: 'share cards',
      mail_key: 'under a separate key, sealed under `SECRET_KEY`',
      webhook_url: 'addresses and signing secrets of webhooks',
      webhook_secret: 'addresses and signing secrets of webhooks',
      webhook_former_secret: 'A replaced secret',
      moved_keys: 'an account on its way to another region',
      connection_key: 'keys of connections',
      connection_remote_key: 'the keys those gave us',
      provider_secret: 'client secrets of identity providers',
      sender_key: 'DKIM keys of accounts',
      coaching_note: 'private notes of members',
    }
    expect(Object.keys(named).sort()).toEqual(Object.keys(sealedColumns).sort())
    for (const words of Object.values(named)) expect(security).toContain(words)
  })

  test('names every setting that leads to another host under what leaves the installation', () => {
    const own = ['PUBLIC_URL', 'AUTH_URL', 'DEFAULT_URL']
    const others = ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'BACKUP_DATABASE_URL']
    const outward = Object.keys(Environment.shape).filter((name) =>
      /_URL$|_ENDPOINT$|^REGIONS$|^BACKUP_DIR$|^WEBHOOKS$/.test(name),
    )
    const wanted = outward.filter((name) => ![...own, ...others].includes(name))
    expect(wanted.length).toBeGreaterThan(8)
    const text = section('What leaves the installation')
    expect(wanted.filter((name) => !text.includes(`\`${name}`))).toEqual([])
  })
})

test('docs/data-protection.md says how long things are kept, with the numbers of the code', () => {
  const kept = new Map(rowsOf('data-protection.md').map(([what = '', long = '']) => [what, long]))
  const code: [what: string, file: string, constant: RegExp, unit: string][] = [
    ['events, deliveries of webhooks', 'domain/event-feed/sweep.ts', /keptDays = (\d+)/, 'days'],
    ['messages in the log', 'domain/message-log/sweep.ts', /keptDays = (\d+)/, 'days'],
    ['messages in the log', 'domain/message-log/sweep.ts', /contentDays = (\d+)/, 'days if they failed'],
    ['invite links', 'domain/invite/send.ts', /linkDays = (\d+)/, 'days'],
    ['public links', 'domain/share/model.ts', /linkDays = (\d+)/, 'days'],
    ['public links', 'domain/share/model.ts', /maxLinkDays = (\d+)/, ''],
    ['report links', 'domain/report-link/model.ts', /ownLinkDays = (\d+)/, 'for one'],
    ['report links', 'domain/report-link/sweep.ts', /keptDays = (\d+)/, 'days longer'],
    ['share cards', 'domain/share-card/model.ts', /cardDays = (\d+)/, 'days'],
    ['undo of tags', 'domain/tag/undo-sweep.ts', /undoHours = (\d+)/, 'hours'],
    [
      'requests to take part in a study that nobody agreed to',
      'domain/study/sweep.ts',
      /requestDays = (\d+)/,
      'days',
    ],
    ['log of a connection', 'domain/connection/entry-store.ts', /kept = (\d+)/, 'lines'],
    ['sessions of members', 'identity/people/sessions.ts', /sessionDays, idleDays\] = \[(\d+)/, 'days'],
    [
      'people who sign in and belong to no account',
      'domain/person/sweep.ts',
      /nonMemberDays = (\d+)/,
      'days after',
    ],
    [
      'keys by which the security log identifies networks',
      'identity/network-keys.ts',
      /networkKeyDays = (\d+)/,
      'days',
    ],
    ['backups', 'backup/prune.ts', /days: (\d+)/, 'days'],
    ['backups', 'backup/prune.ts', /weeks: (\d+)/, 'weeks'],
    ['backups', 'backup/prune.ts', /months: (\d+)/, 'months'],
  ]
  for (const [what, file, constant, unit] of code) {
    const [, number] = constant.exec(readFileSync(join(docs, '../src', file), 'utf8')) ?? []
    expect(number, `${file} ${constant}`).toBeDefined()
    expect(kept.get(what), what).toContain(`${number} ${unit}`.trim())
  }
})
