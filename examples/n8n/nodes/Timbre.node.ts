import { callApi, credentials, type ExecuteFunctions, type Functions, type Items, type Json } from '../n8n.ts'

const choice = (name: string, value: string) => ({ name, value, action: name })
const field = (displayName: string, name: string, operations: string[]) => ({
  ...{ displayName, name, type: 'string', default: '' },
  displayOptions: { show: { operation: operations } },
})

/** Actions and searches, one for each item. */
export class Timbre {
  description = {
    displayName: 'Timbre',
    name: 'timbre',
    group: ['transform'],
    version: 1,
    description: 'Invites people, finds, tags and deletes them',
    defaults: { name: 'Timbre' },
    inputs: ['main'],
    outputs: ['main'],
    credentials,
    properties: [
      {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        default: 'invite',
        options: [
          choice('Add Tag', 'addTag'),
          choice('Delete Person', 'delete'),
          choice('Find by Email', 'findByEmail'),
          choice('Find by Own ID', 'findByCustomId'),
          choice('Invite Person', 'invite'),
          choice('Remove Tag', 'removeTag'),
        ],
      },
      field('Email', 'email', ['invite', 'findByEmail']),
      field('First Name', 'firstName', ['invite']),
      field('Last Name', 'lastName', ['invite']),
      field('Own ID', 'customId', ['invite', 'findByCustomId']),
      field('Person ID', 'profileId', ['addTag', 'removeTag', 'delete']),
      field('Tag ID', 'tagId', ['addTag', 'removeTag']),
    ],
  }

  async execute(this: ExecuteFunctions): Promise<Items[]> {
    const results: Items = []
    for (const place of this.getInputData().keys()) {
      const text = (name: string) => String(this.getNodeParameter(name, place) ?? '').trim()
      try {
        const work = operations[text('operation')] as Work
        for (const json of await work(this, text)) results.push({ json })
      } catch (error) {
        if (!this.continueOnFail()) throw error
        results.push({ json: { error: (error as Error).message } })
      }
    }
    return [results]
  }
}

type Work = (functions: Functions, text: (name: string) => string) => Promise<Json[]>

const operations: Readonly<Record<string, Work>> = {
  async invite(functions, text) {
    const names = ['email', 'firstName', 'lastName', 'customId']
    const fields = names.map((name) => [name, text(name)]).filter(([, value]) => value)
    const { profile, created } = await callApi(functions, 'POST', '/profile', {
      body: Object.fromEntries(fields),
    })
    const { id } = profile as { id: string }
    await callApi(functions, 'POST', `/profile/${id}/invite/email`)
    return [{ id, created }]
  },
  async delete(functions, text) {
    await callApi(functions, 'DELETE', `/profile/${text('profileId')}`)
    return [{ id: text('profileId'), deleted: true }]
  },
  addTag: (functions, text) => changeTag(functions, 'POST', text),
  removeTag: (functions, text) => changeTag(functions, 'DELETE', text),
  async findByEmail(functions, text) {
    const { profiles } = await callApi(functions, 'GET', '/profiles', {
      qs: { search: text('email'), limit: 100 },
    })
    const email = text('email').toLowerCase()
    return (profiles as { email: string | null }[]).filter((one) => one.email?.toLowerCase() === email)
  },
  async findByCustomId(functions, text) {
    // A list separates keys by commas, so a comma in one is escaped.
    const customIds = text('customId').replace(/[\\,]/g, '\\$&')
    return (await callApi(functions, 'GET', '/profiles', { qs: { customIds } })).profiles as Json[]
  },
}

async function changeTag(
  functions: Functions,
  method: string,
  text: (name: string) => string,
): Promise<Json[]> {
  const [profileId, tagId] = [text('profileId'), text('tagId')]
  await callApi(functions, method, `/tag/${tagId}/profiles`, { body: { profileIds: [profileId] } })
  return [{ id: profileId, tagId }]
}
