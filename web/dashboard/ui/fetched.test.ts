import { afterEach, expect, test, vi } from 'vitest'
import { fetchedPage, isPageOnItsWay } from './fetched.ts'

vi.hoisted(() => Object.assign(globalThis, { document: { getElementById: () => null } }))

afterEach(() => vi.unstubAllGlobals())

test('a page whose script or styles are gone after an update is left to the router, however the browser says it', async () => {
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.stubGlobal('fetch', async () => new Response())
  for (const said of [
    'Unable to preload CSS for https://timbre.example/assets/tagging-1.css',
    'Importing a module script failed.',
  ]) {
    let wasOnItsWay = false
    const load = async () => {
      wasOnItsWay = isPageOnItsWay()
      throw new TypeError(said)
    }
    // The beginnings by which the router knows a file that is gone.
    const known = /^(Failed to fetch dynamically imported module|Importing a module script failed)/
    await expect(fetchedPage(load)).rejects.toThrow(known)
    expect([wasOnItsWay, isPageOnItsWay()]).toEqual([true, false])
  }
  expect(await fetchedPage(async () => 'page')).toBe('page')
})
