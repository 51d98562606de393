import { describe, expect, test } from 'vitest'
import { refusalOfNumber } from './number.ts'

describe('refusalOfNumber', () => {
  test.each([
    ['an ordinary mobile number', '+4915112345678', ['+49'], undefined],
    ['one of a country that is not allowed', '+33612345678', ['+49', '+43'], 'country'],
    ['one that a longer prefix allows', '+4915112345678', ['+43', '+4915'], undefined],
    ['one that a longer prefix does not allow', '+4917612345678', ['+43', '+4915'], 'country'],
    ['a shared-cost number', '+491805123456', ['+49'], 'kind'],
    ['a premium number', '+19005551234', ['+1'], 'kind'],
    ['a personal number', '+447012345678', ['+44'], 'kind'],
    ['a number that is not in use', '+447700900123', ['+44'], 'invalid'],
    ['a number that is too short', '+491701', ['+49'], 'invalid'],
  ])('%s', async (_, phone, countries, refusal) => {
    expect(await refusalOfNumber(phone, countries)).toBe(refusal)
  })

  test.each(['+870773111632', '+881612345678', '+8821234567890', '+979123456789', '+80012345678'])(
    '%s belongs to no country: refused, even where everything is allowed',
    async (phone) => {
      expect(await refusalOfNumber(phone, ['+8', '+9'])).toBe('kind')
      expect(await refusalOfNumber(phone, 'any')).toBe('kind')
    },
  )

  test('into the mailbox made-up numbers go, expensive ones do not', async () => {
    expect(await refusalOfNumber('+15550001111', 'any')).toBeUndefined()
    expect(await refusalOfNumber('+33612345678', 'any')).toBeUndefined()
    expect(await refusalOfNumber('+491805123456', 'any')).toBe('kind')
  })
})
