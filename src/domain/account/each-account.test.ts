import { expect, test } from 'vitest'
import type { Database } from '../../contract/ports.ts'
import { eachAccount } from './each-account.ts'

const ids = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, '0'))
const moving = { ids: [] as string[] }
const sql = { rows: async () => moving.ids.map((accountId) => ({ accountId })) }
const database = { inSystem: (work) => work(sql as never) } as Pick<Database, 'inSystem'>

/** Walks all accounts. Returns those that were worked on, how each page began, and what was logged. */
async function walk(work: (accountId: string) => void, signal = new AbortController().signal) {
  const [seen, pages, logged]: [string[], string[], object[]] = [[], [], []]
  await eachAccount(
    {
      database,
      failure: 'test: could not finish an account',
      log: { warn: (fields, message) => void logged.push({ ...fields, message }) },
      async list(_sql, after, limit) {
        pages.push(after)
        return ids.filter((id) => id > after).slice(0, limit)
      },
    },
    async (accountId) => {
      seen.push(accountId)
      work(accountId)
    },
    signal,
  )
  return { seen, pages, logged }
}

test('every account has its turn, page by page', async () => {
  expect(await walk(() => {})).toEqual({ seen: ids, pages: ['', '099', '199'], logged: [] })
})

test('a failure concerns one account, and is logged with it', async () => {
  const failure = new Error('refused')
  const { seen, logged } = await walk((accountId) => {
    if (accountId === '007') throw failure
  })
  expect(seen).toEqual(ids)
  expect(logged).toEqual([{ accountId: '007', err: failure, message: 'test: could not finish an account' }])
})

test('an account that moves away has no turn, and the pages go on behind it', async () => {
  moving.ids = ['007', '099']
  try {
    const { seen, pages, logged } = await walk(() => {})
    expect(seen).toEqual(ids.filter((id) => !moving.ids.includes(id)))
    expect({ pages, logged }).toEqual({ pages: ['', '099', '199'], logged: [] })
  } finally {
    moving.ids = []
  }
})

test('nothing follows once the signal is aborted', async () => {
  const end = new AbortController()
  const { seen } = await walk((accountId) => {
    if (accountId === '120') end.abort()
  }, end.signal)
  expect(seen.at(-1)).toBe('120')
  expect((await walk(() => {}, AbortSignal.abort())).pages).toEqual([])
})
