import { describe, expect, test } from 'vitest'
import { billAccountCommand, createAccountCommand, pauseAccountCommand } from './accounts.ts'
import { createClientCommand, rotateClientCommand } from './clients.ts'
import { parseCommandLine } from './command.ts'
import { rotateKeysCommand, withdrawKeyCommand } from './keys.ts'
import { addMemberCommand } from './members.ts'
import { verifyCommand } from './verify.ts'

const commands = [
  createAccountCommand,
  pauseAccountCommand,
  billAccountCommand,
  createClientCommand,
  rotateClientCommand,
  addMemberCommand,
  rotateKeysCommand,
  withdrawKeyCommand,
  verifyCommand,
]
const read = (line: string) => parseCommandLine('timbre', commands, line.split(' ').filter(Boolean))
const id = 'a'.repeat(24)

describe('a line', () => {
  test.each([
    ['account create --name Acme', { name: 'Acme', billing: 'active' }],
    ['account create --name Acme --billing trialing', { name: 'Acme', billing: 'trialing' }],
    [
      'account create --name Acme --owner Ada@Acme.test --locale pt_BR --timezone europe/berlin',
      { name: 'Acme', billing: 'active', owner: 'ada@acme.test', locale: 'pt_BR', timezone: 'Europe/Berlin' },
    ],
    [`account pause ${id}`, { id }],
    [`account billing ${id} --status unpaid`, { id, status: 'unpaid' }],
    [`account billing --trial-days 30 --status trialing ${id}`, { id, status: 'trialing', trialDays: 30 }],
    [
      `client create --account ${id} --name CRM --scopes tags:manage,account:read`,
      { account: id, name: 'CRM', scopes: ['tags:manage', 'account:read'] },
    ],
    ['keys rotate', {}],
    [`keys withdraw ${'A'.repeat(43)}`, { keyId: 'A'.repeat(43) }],
    [`keys withdraw -${'A'.repeat(42)}`, { keyId: `-${'A'.repeat(42)}` }],
    [`keys withdraw -- -${'A'.repeat(42)}`, { keyId: `-${'A'.repeat(42)}` }],
    ['verify', {}],
    [`verify --account ${id}`, { account: id }],
  ])('%s', (line, values) => {
    expect(read(line)).toMatchObject({ values, json: false })
  })

  test('may ask for JSON anywhere', () => {
    expect(read(`account pause --json ${id}`)).toMatchObject({ json: true, values: { id } })
  })
})

describe('a line that is refused says what to do, in one line:', () => {
  test.each([
    ['', /^Give one of these commands: account create, account pause/],
    ['account', /^Give one of these commands: account create, account pause, account billing\. For/],
    ['accounts create', /^Give one of these commands/],
    ['account create', /^--name is required\. Usage: timbre account create --name N/],
    ['account create --name', /^Option '--name <value>' argument missing\. Usage/],
    ['account create --nam Acme', /^Unknown option '--nam'\. Usage/],
    ['account create --name Acme more', /^"more" is one word too many\. Usage/],
    ['account create --name Acme --billing paid', /^--billing must be active or trialing\. Usage/],
    ['account create --name Acme --owner ada', /^--owner is not an email address such as/],
    ['account create --name Acme --locale xx', /^--locale is not a known locale/],
    ['account create --name Acme --timezone Mars/Olympus', /^--timezone is not a time zone/],
    ['account create --name \u0007', /^--name must not contain control characters/],
    ['account pause', /^<ID> is required\. Usage: timbre account pause <ID>/],
    ['account pause A', /^<ID> is not a valid id/],
    [`account pause ${id} ${id}`, /is one word too many/],
    [`account billing ${id}`, /^--status is required\. Usage: .*trialing\|active/],
    [`account billing ${id} --status trialing --trial-days soon`, /^--trial-days must be a whole number/],
    [
      `account billing ${id} --status active --trial-days 0`,
      /^A trial has an end with --status trialing only/,
    ],
    [
      `account billing ${id} --status trialing --trial-days 3 --trial-end 2026-12-01`,
      /^Give --trial-days or --trial-end, not both/,
    ],
    [
      `client create --account ${id} --name CRM --scopes everything`,
      /^--scopes must be some of profiles:read/,
    ],
    ['client rotate m2m_us_short', /^<CLIENT_ID> is not a client id/],
    [`member add --account ${id} --email ada@acme.test --role king`, /^--role must be one of owner/],
    ['keys rotate now', /^"now" is one word too many/],
    ['keys withdraw', /^<KEY_ID> is required\. Usage: timbre keys withdraw <KEY_ID>/],
    ['keys withdraw one', /^<KEY_ID> is not a key id; list them with: keys list/],
    ['verify --accounts x', /^Unknown option '--accounts'/],
  ])('%s', (line, words) => {
    expect(() => read(line)).toThrow(words)
    expect(() => read(line)).toThrow(/^[^\n]+$/)
  })
})

describe('help', () => {
  test('is of all commands, of a noun or of one command', () => {
    const help = (line: string) => (read(line) as { help: string }).help
    expect(help('--help')).toMatch(/account create[\s\S]*member add[\s\S]*verify/)
    expect(help('account --help')).toMatch(/account create[\s\S]*account billing/)
    expect(help('account --help')).not.toContain('member add')
    expect(help('account create --help')).toContain('--timezone Europe/Berlin')
    expect(help('account create --help')).not.toContain('account pause')
  })
})
