import { describe, expect, test } from 'vitest'
import { headerText, isMailbox, parseSender } from './mail-address.ts'

describe('isMailbox', () => {
  test.each([
    'noor@northwind.test',
    "o'brien+x@a.b-c.example",
    'ada@localhost',
    'jörg@bücher.example',
    '用户@例子.测试',
  ])('accepts %s', (address) => expect(isMailbox(address)).toBe(true))

  test.each([
    'a@x.test\r\nBcc: b@y.test',
    'a@x.test\nRCPT TO:<b@y.test>',
    'a@x.test,b@y.test',
    'a@x.test;b@y.test',
    'a@x.test b@y.test',
    'A <a@x.test>',
    '<a@x.test>',
    '"a b"@x.test',
    'a@b@x.test',
    'a@[127.0.0.1]',
    'a@x..test',
    '.a@x.test',
    'a@-x.test',
    'a@',
    '@x.test',
    'a',
    '',
    'a\u202e@x.test',
    'a\u200b@x.test',
    'a\u0000@x.test',
    `${'a'.repeat(65)}@x.test`,
    `a@${'x'.repeat(260)}`,
  ])('refuses %j', (address) => expect(isMailbox(address)).toBe(false))

  // Quadratic work on a megabyte would exceed the test's timeout.
  test('refuses a megabyte of hostile input', () => {
    expect(isMailbox(`${'a.'.repeat(500_000)}@`)).toBe(false)
    expect(isMailbox(`a@${'a-'.repeat(500_000)}!`)).toBe(false)
  })
})

describe('parseSender', () => {
  test('accepts an address with or without a name', () => {
    expect(parseSender('no-reply@x.test')).toEqual({ name: 'Timbre', address: 'no-reply@x.test' })
    expect(parseSender('"North, Wind" <no-reply@x.test>')).toEqual({
      name: 'North, Wind',
      address: 'no-reply@x.test',
    })
  })

  test('refuses anything else', () => {
    expect(() => parseSender('nobody')).toThrow('MAIL_FROM')
    expect(() => parseSender('A <a@x.test>, B <b@x.test>')).toThrow('MAIL_FROM')
  })
})

test('headerText makes one line of at most the given length', () => {
  expect(headerText('Subject\r\nBcc: x@y.test\u202e\u0000', 80)).toBe('Subject Bcc: x@y.test')
  expect(headerText('x'.repeat(300), 80)).toHaveLength(80)
})
