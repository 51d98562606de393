import { api } from './authentication.js'

const person = { key: 'profileId', label: 'Person ID', required: true }
const tag = { key: 'tagId', label: 'Tag ID', required: true }

const action = (key, label, description, inputFields, perform, sample) => ({
  key,
  noun: 'Person',
  display: { label, description },
  operation: { inputFields, perform, sample },
})

/** The same key for all tries of one step of one Zap run, so that a repetition sends nothing twice. */
const once = (z, bundle, step) => ({
  'idempotency-key': `zapier-${step}-${z.hash('sha256', JSON.stringify([bundle.meta, bundle.inputData]))}`,
})

async function invite(z, bundle) {
  const { email, firstName, lastName, customId } = bundle.inputData
  const fields = Object.entries({ email, firstName, lastName, customId }).filter(([, value]) => value)
  const body = Object.fromEntries(fields)
  const { data } = await z.request({ method: 'POST', url: api('/profile'), body })
  const { id } = data.profile
  const url = api(`/profile/${id}/invite/email`)
  await z.request({ method: 'POST', url, headers: once(z, bundle, 'invite') })
  return { id, created: data.created }
}

const change =
  (method) =>
  async (z, { inputData }) => {
    const { profileId, tagId } = inputData
    const url = api(`/tag/${tagId}/profiles`)
    const { data } = await z.request({ method, url, body: { profileIds: [profileId] } })
    return { id: profileId, tag: data.tag.label }
  }

async function erase(z, { inputData: { profileId } }) {
  const url = api(`/profile/${profileId}`)
  const { status } = await z.request({ method: 'DELETE', url, skipThrowForStatus: true })
  if (status !== 204 && status !== 404) throw new Error(`Timbre answered ${status}`)
  return { id: profileId, deleted: true }
}

const sample = { id: '6920318e4b1a0c7d2e8f5a63' }

export const actions = [
  action(
    'invitePerson',
    'Invite Person',
    'Finds or creates a person and emails them an invite.',
    [
      { key: 'email', label: 'Email', required: true },
      { key: 'firstName', label: 'First Name' },
      { key: 'lastName', label: 'Last Name' },
      { key: 'customId', label: 'Your Own ID' },
    ],
    invite,
    { ...sample, created: true },
  ),
  action('addTag', 'Add Tag', 'Adds a tag to a person.', [person, tag], change('POST'), {
    ...sample,
    tag: 'Sales',
  }),
  action('removeTag', 'Remove Tag', 'Removes a tag from a person.', [person, tag], change('DELETE'), {
    ...sample,
    tag: 'Sales',
  }),
  action('deletePerson', 'Delete Person', 'Deletes a person with all results.', [person], erase, {
    ...sample,
    deleted: true,
  }),
]
