import { afterEach, expect, test, vi } from 'vitest'
import { isPageLoading, lazyLoad, lazyLoadPage } from './lazy-load.ts'

vi.hoisted(() => vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => null }))

afterEach(() => vi.unstubAllGlobals())

test("missing files of a page after an update are left to the router, for each browser's error message", async () => {
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.stubGlobal('fetch', async () => new Response())
  for (const said of [
    'Unable to preload CSS for https://timbre.example/assets/tagging-1.css',
    'Importing a module script failed.',
  ]) {
    let wasOnItsWay = false
    const load = async () => {
      wasOnItsWay = isPageLoading()
      throw new TypeError(said)
    }
    // The message prefixes by which the router detects a missing file.
    const known = /^(Failed to fetch dynamically imported module|Importing a module script failed)/
    await expect(lazyLoadPage(load)).rejects.toThrow(known)
    expect([wasOnItsWay, isPageLoading()]).toEqual([true, false])
  }
  expect(await lazyLoadPage(async () => 'page')).toBe('page')
})

test('nothing is imported while the service is unreachable: browsers remember a failed import', async () => {
  vi.stubGlobal('document', { addEventListener: () => {} })
  vi.stubGlobal('fetch', async () => new Response())
  await lazyLoad(async () => 'what the page begins with')
  const load = vi.fn(async () => 'dialog')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(lazyLoad(load)).rejects.toThrow('The service cannot be reached.')
  expect(load).not.toHaveBeenCalled()
  vi.stubGlobal('fetch', async () => new Response())
  expect(await lazyLoad(load)).toBe('dialog')
})
