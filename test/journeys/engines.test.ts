import { describe, expect, onTestFinished, test } from 'vitest'
import { openOAuthFixture } from '../oauth/oauth-fixture.ts'
import { dashboardSessionOf } from '../support/dashboard-session.ts'
import { engines, missingLine } from '../support/engines/engines.ts'
import { openVisitor } from '../support/engines/visitor.ts'
import { invite, pairFor } from '../support/person.ts'

/** A few steps in each engine that is installed; `npm run drill -- engines` walks all the way. */
describe('besides Chromium', () => {
  for (const engine of engines) {
    const title = engine.isInstalled ? engine.name : missingLine(engine)
    const options = engine.name === 'firefox' ? ({ tags: 'long' } as const) : {}
    test.skipIf(!engine.isInstalled)(
      `answers are saved and people are filtered: ${title}`,
      options,
      async () => {
        const { running, account, owner, url } = await openOAuthFixture()
        const { link, profileId } = await invite(running, account)
        const tag = await account.call('POST', '/tag', { label: 'Leads', color: 'emerald' })
        const { tokens } = await dashboardSessionOf(running, owner.email)
        const window = await engine.open()
        onTestFinished(() => window.close())
        await window.resize(390, 844)
        const visitor = openVisitor(window, engine.name)
        await visitor.open(link)
        await visitor.press('form[method=post] button', 'Start')
        await visitor.sees('· 1 of 24')
        await visitor.sees('Try a practice question')
        await visitor.keys(...pairFor(1).map(String), 'Enter')
        await visitor.sees('· 2 of 24')
        await visitor.looks('disc')
        await visitor.tabs('disc', 2)
        await visitor.sees('Saved')
        const rows = await running.db.admin('select 1 from answer where profile_id = $1', [profileId])
        expect(rows).toHaveLength(1)

        await window.run((kept) => localStorage.setItem('timbre.tokens', kept), JSON.stringify(tokens))
        await visitor.open(`${url}/people`)
        await visitor.sees('Noor Okafor')
        await visitor.press('summary', 'Tag')
        await visitor.press('label', 'Leads')
        await visitor.at(`tagIds=%5B%22${tag.body.tag.id}`)
        await visitor.looks('people')
        visitor.isQuiet()
      },
    )
  }
})
