import { setTimeout } from 'node:timers/promises'
import type { GrantParts } from '../../src/domain/app/model.ts'
import { revokeGrants } from '../../src/domain/app/revoke.ts'
import { createSendToRegion } from '../../src/domain/region/apply-message.ts'
import { drillFault } from '../support/fault-drill.ts'
import { accountsOf, type Regions, startRegions, type Zone } from '../support/regions.ts'
import { callAs } from '../support/service.ts'

drillFault('F15', 'the authorization server cut off for 10 min, then back', async ({ most, none, least }) => {
  const regions = await startRegions()
  const accounts = await accountsOf(regions)
  const parts = grantParts(regions)
  const status = async (zone: Zone, token: string) =>
    (await callAs(regions[zone].baseUrl, token)('GET', '/test')).status
  const apps = {
    eu: await regions.letIn(accounts.eu, 'eu'),
    sea: await regions.letIn(accounts.sea, 'sea'),
  }
  const kept = await regions.letIn(accounts.eu, 'eu')
  const wrong: string[] = []
  let asked = 0
  const expectStatus = async (what: string, zone: Zone, token: string, wanted: number) => {
    const found = await status(zone, token)
    asked += 1
    if (found !== wanted) wrong.push(`${what} in ${zone}: ${found} instead of ${wanted}`)
  }
  const useMachines = async (when: string) => {
    for (const home of ['eu', 'sea'] as const)
      for (const zone of ['eu', 'sea'] as const)
        await expectStatus(`${when}, ${home}'s client`, zone, accounts[home].token, home === zone ? 200 : 421)
  }
  await useMachines('before')
  await regions.us.stop()
  await useMachines('cut off')
  regions.pass(600)
  await useMachines('ten minutes later')
  await expectStatus('an app that nobody can confirm', 'eu', apps.eu.token, 503)
  await expectStatus('an app of another region', 'sea', apps.eu.token, 421)
  for (const { grantId } of Object.values(apps))
    await revokeGrants(parts, { grantId }, { reason: 'person', requestId: 'drill' })
  regions.us = await regions.us.again()
  const back = performance.now()
  const until = async (zone: Zone, token: string, wanted: number) => {
    while ((await status(zone, token)) !== wanted) {
      if (performance.now() - back > 60_000) throw new Error(`No ${wanted} in ${zone} within a minute`)
      await setTimeout(50)
    }
    return (performance.now() - back) / 1_000
  }
  const revoked = Math.max(await until('eu', apps.eu.token, 401), await until('sea', apps.sea.token, 401))
  const served = await until('eu', kept.token, 200)
  await useMachines('afterwards')
  least('answers', asked, 14)
  none('wrong answers', wrong)
  most('revocations after', revoked, 10, 's')
  most('other apps served after', served, 10, 's')
})

function grantParts({ us }: Regions): GrantParts {
  const { clock, newId, installation } = us.service.parts
  return {
    ...{ database: us.db.database, clock, newId, region: 'us', secretKey: installation.secretKey },
    queueRegionMessage: createSendToRegion({ newId, clock }),
  }
}
