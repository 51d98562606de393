import { api } from './authentication.js'

const search = (key, label, field, perform) => ({
  key,
  noun: 'Person',
  display: { label, description: `Finds a person by ${field.label.toLowerCase()}.` },
  operation: {
    inputFields: [{ ...field, required: true }],
    perform,
    sample: { id: '6920318e4b1a0c7d2e8f5a63' },
  },
})

/** A list separates keys by commas, so a comma in one is escaped. */
async function byCustomId(z, { inputData: { customId } }) {
  const customIds = customId.replace(/[\\,]/g, '\\$&')
  const { data } = await z.request({ url: api('/profiles'), params: { customIds, limit: 2 } })
  return data.profiles
}

async function byEmail(z, { inputData: { email } }) {
  const { data } = await z.request({ url: api('/profiles'), params: { search: email, limit: 100 } })
  return data.profiles.filter((one) => one.email?.toLowerCase() === email.trim().toLowerCase())
}

export const searches = [
  search('personByCustomId', 'Find Person by Own ID', { key: 'customId', label: 'Your own ID' }, byCustomId),
  search('personByEmail', 'Find Person by Email', { key: 'email', label: 'Email' }, byEmail),
]
