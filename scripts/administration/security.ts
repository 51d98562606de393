import { isIP } from 'node:net'
import { z } from 'zod'
import { notFound } from '../../src/contract/failure.ts'
import { networkOf } from '../../src/contract/payer.ts'
import { networkHashOf, networkKeyDays } from '../../src/identity/network-keys.ts'
import { command } from './command.ts'

export const networkHashCommand = command({
  name: 'security network-hash',
  summary: 'Compute how lines of the security log name an address on one day.',
  usage: '<ADDRESS> [--day YYYY-MM-DD]',
  argument: 'address',
  input: z.strictObject({
    address: z.string().refine((text) => isIP(text) > 0, 'must be an IP address'),
    day: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-20, in UTC')
      .optional(),
  }),
  async run({ database, secretKey, now }, { address, day = now().toISOString().slice(0, 10) }) {
    const hash = await networkHashOf(database, secretKey, { network: networkOf(address).key, day })
    if (hash) return { text: hash, json: { network: hash, day } }
    throw notFound(`There is no key of ${day}. Keys are kept for ${networkKeyDays} days and then deleted.`)
  },
})
