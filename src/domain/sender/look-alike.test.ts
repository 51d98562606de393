import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { isDeceptive } from './look-alike.ts'

const own = ['timbre.example', 'mail.timbre.example']

test.each([
  'timbre.example',
  'mail.timbre.example',
  'tirnbre.example',
  't1mbre.example',
  'tlmbre.example',
  'tim-bre.example',
  'tímbre.example',
  'tіmbre.example',
  'тімвге.example',
  'timbre.example.evil.test',
  'evil.tirnbre.example',
  'pаypal.test',
  'аpple.test',
])('%s is refused', (domain) => expect(isDeceptive(domainToASCII(domain), own)).toBe(true))

test.each([
  'northwind.example',
  'people.timbre.example',
  'timber.example',
  'пример.test',
  '例え-jp.test',
  'münchen.test',
  'timbre.test',
])('%s is allowed', (domain) => expect(isDeceptive(domainToASCII(domain), own)).toBe(false))
