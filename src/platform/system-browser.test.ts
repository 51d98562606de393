import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSystemBrowser } from './system-browser.ts'

const address = 'http://localhost:3000/login/tmb_login_abc?a=1&b=$(true)'

describe('a URL to open', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'timbre-browser-'))
    for (const name of ['open', 'xdg-open']) {
      await writeFile(join(folder, name), `#!/bin/sh\nprintf %s "$1" > "${folder}/$SHOWN"\n`)
      await chmod(join(folder, name), 0o755)
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const screens = {
    'a Mac': { platform: 'darwin', environment: {} },
    'Linux with a screen': { platform: 'linux', environment: { DISPLAY: ':0' } },
    'Linux with a newer screen': { platform: 'linux', environment: { WAYLAND_DISPLAY: 'wayland-0' } },
  } as const

  for (const [name, { platform, environment }] of Object.entries(screens)) {
    test(`is passed to the program of ${name} unchanged, without a shell`, async () => {
      const SHOWN = platform + Object.keys(environment).join('')
      openSystemBrowser(address, {
        platform,
        environment: { PATH: `${folder}:/usr/bin:/bin`, SHOWN, ...environment },
      })
      await vi.waitFor(async () => expect(await readFile(join(folder, SHOWN), 'utf8')).toBe(address), 20_000)
    })
  }

  const without = {
    'without a screen': {},
    'in CI': { DISPLAY: ':0', CI: 'true' },
    'reached by SSH': { DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' },
    'with BROWSER=none': { DISPLAY: ':0', BROWSER: 'none' },
  }
  test.each(Object.entries(without))('is not shown on a machine %s', async (_, environment) => {
    openSystemBrowser(address, {
      platform: 'linux',
      environment: { PATH: folder, SHOWN: 'never', ...environment },
    })
    // One that is opened comes after it, so that there was time to start it.
    const env = { PATH: `${folder}:/usr/bin:/bin`, SHOWN: 'after', DISPLAY: ':0' }
    openSystemBrowser(address, { platform: 'linux', environment: env })
    await vi.waitFor(() => expect(existsSync(join(folder, 'after'))).toBe(true), 20_000)
    expect(existsSync(join(folder, 'never'))).toBe(false)
    await rm(join(folder, 'after'))
  })

  test('does no harm if there is no such program', async () => {
    openSystemBrowser(address, { platform: 'linux', environment: { PATH: `${folder}x`, DISPLAY: ':0' } })
    await new Promise((resolve) => setImmediate(resolve))
  })
})
