import metadata from 'libphonenumber-js/metadata.max.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { findPhoneNumberRefusal, mainCountries } from './phone-number.ts'

describe('findPhoneNumberRefusal', () => {
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
    expect(await findPhoneNumberRefusal(phone, countries)).toBe(refusal)
  })

  test.each([
    ['the United States', '+12015550123', ['+1'], undefined],
    ['Canada', '+15062345678', ['+1'], undefined],
    ['Jamaica', '+18762101234', ['+1'], 'country'],
    ['the Dominican Republic', '+18092345678', ['+1'], 'country'],
    ['Puerto Rico', '+17872345678', ['+1'], 'country'],
    ['Jamaica, named', '+18762101234', ['+1', '+1876'], undefined],
    ['Jamaica, named alone', '+18762101234', ['+1876'], undefined],
    ['the United States where Jamaica is named', '+12015550123', ['+1876'], 'country'],
    ['Great Britain', '+447400123456', ['+44'], undefined],
    ['the Isle of Man', '+447624123456', ['+44'], 'country'],
    ['the Isle of Man, named', '+447624123456', ['+44', '+447624'], undefined],
    ['Jersey', '+447797712345', ['+44'], 'country'],
    ['Guernsey', '+447781123456', ['+44'], 'country'],
    ['Russia', '+79123456789', ['+7'], undefined],
    ['Kazakhstan', '+77710009998', ['+7'], 'country'],
    ['Kazakhstan, named', '+77710009998', ['+77'], undefined],
    ['a code that only begins alike', '+447624123456', ['+4'], 'country'],
  ])('%s, for a shared calling code', async (_, phone, countries, refusal) => {
    expect(await findPhoneNumberRefusal(phone, countries)).toBe(refusal)
  })

  test('the main country of every shared calling code is the one that numbering plans are named after', () => {
    const shared = Object.entries(metadata.country_calling_codes).filter(
      ([, countries]) => countries.length > 1,
    )
    expect(Object.keys(mainCountries)).toEqual(shared.map(([code]) => code))
    for (const [code, [main]] of shared) expect(mainCountries[code]?.[0], code).toBe(main)
  })

  test.each(['+870773111632', '+881612345678', '+8821234567890', '+979123456789', '+80012345678'])(
    '%s belongs to no country: refused, even if everything is allowed',
    async (phone) => {
      expect(await findPhoneNumberRefusal(phone, ['+8', '+9'])).toBe('kind')
      expect(await findPhoneNumberRefusal(phone, 'any')).toBe('kind')
    },
  )

  test('the mailbox accepts made-up numbers, but no expensive ones', async () => {
    expect(await findPhoneNumberRefusal('+15550001111', 'any')).toBeUndefined()
    expect(await findPhoneNumberRefusal('+33612345678', 'any')).toBeUndefined()
    expect(await findPhoneNumberRefusal('+491805123456', 'any')).toBe('kind')
  })
})
