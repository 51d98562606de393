import { Timbre } from '../../clients/sdk/timbre.ts'
import { n8nRound, zapierRound } from './automation-runs.ts'
import { startTestService } from './service.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** Switches triggers of both platforms on and off in a sandbox, with a completed person in between. */
export async function switchTriggers(rounds: number) {
  const running = await startTestService({ WEBHOOKS: 'on', WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' })
  const { token } = await running.account({ mode: 'sandbox' })
  const receiver = await startWebhookReceiver()
  const timbre = new Timbre({ baseUrl: running.url, token: () => token })
  const slowest = { zapier: 0, n8n: 0 }
  let wrong = 0
  for (let n = 0; n < rounds; n += 1) {
    for (const [platform, round] of [
      ['zapier', zapierRound],
      ['n8n', n8nRound],
    ] as const) {
      const path = `/${platform}/${n}`
      const happen = async () => {
        const { profile } = await timbre.profiles.create({ email: `${platform}-${n}@sandbox.test` })
        await timbre.sandbox.complete({ profileId: profile.id, seed: n })
        return profile.id
      }
      const delivered = async () => {
        for (;;) {
          const found = receiver.received.find((one) => one.path === path)
          if (found) return JSON.parse(found.body)
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }
      const outcome = await round(
        { url: running.url, token, targetUrl: receiver.url(path), happen },
        delivered,
      )
      if (!outcome.isRight) wrong += 1
      slowest[platform] = Math.max(slowest[platform], Math.round(outcome.milliseconds))
    }
  }
  const { webhooks } = await timbre.webhooks.list()
  return { rounds: rounds * 2, wrong, endpointsLeft: webhooks.length, slowestMilliseconds: slowest }
}
