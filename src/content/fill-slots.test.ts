import { expect, test } from 'vitest'
import { fillCardText } from '../../web/card/texts.ts'
import { fillReportText } from '../../web/pages/report-format.ts'
import { interpolate } from '../domain/message/slots.ts'
import { fillSlots } from './fill-slots.ts'

test.each([
  ['agreements', fillSlots],
  ['reports', fillReportText],
  ['cards', fillCardText],
  ['messages', interpolate],
])('%s end a sentence once after a name that ends in a full stop, and read no value as a slot', (_, fill) => {
  const slots = { account: 'Northwind Inc.', person: '{account}', first: 'Ada' }
  expect(fill('Ask {account}. Or {first}.', slots)).toBe('Ask Northwind Inc. Or Ada.')
  expect(fill('{account}, {person}. {account}', slots)).toBe('Northwind Inc., {account}. Northwind Inc.')
  expect(fill('{account} and {first}', slots)).toBe('Northwind Inc. and Ada')
})
