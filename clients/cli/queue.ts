import type { Context } from './command.ts'
import { Failure, UsageError } from './failure.ts'
import { printable } from './printable.ts'

/** How the service answered for each invite. */
type Sent = { readonly status: string }

/**
 * The campaign of `--campaign`, and whether the service sends what the limits hold back; undefined without `--campaign`.
 * Fails as `UsageError`, or if the campaign has ended, before anyone is added.
 */
export async function campaignOf(
  { line, timbre }: Context,
  usage: string,
): Promise<{ id: string; isQueued: boolean } | undefined> {
  const [id, isQueued] = [line.text('campaign'), line.flag('queue')]
  if (id === undefined) {
    if (isQueued) {
      const way = 'timbre campaigns create NAME makes one and shows its id.'
      throw new UsageError(`--queue needs --campaign ID. ${way} Usage: ${usage}`)
    }
    return undefined
  }
  const { campaign } = await timbre.campaigns.get(id)
  if (campaign.state === 'ended') {
    throw new Failure(
      printable(`${campaign.name} has ended: nobody is invited in it any more. Nothing was done.`),
    )
  }
  return { id, isQueued }
}

/** How many were sent and how many wait, and where to look. */
export function sayWhatWasSent(
  { process, settings }: Context,
  results: readonly Sent[],
  campaignId: string | undefined,
): void {
  const [sent, waiting] = ['sent', 'queued'].map(
    (status) => results.filter((one) => one.status === status).length,
  ) as [number, number]
  const sentWords = sent === 1 ? 'Invite sent.' : `${sent} invites sent.`
  if (waiting === 0 || campaignId === undefined) {
    if (sent > 0) process.say(sentWords)
    return
  }
  process.say(
    `${sentWords} ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for the limits of the account: the service sends ` +
      'up to 50 a minute, within two days, without this program.',
  )
  const address = `${settings.url.replace(/\/+$/, '')}/campaigns/${campaignId}`
  process.say(
    printable(`See how many still wait: timbre campaigns get ${campaignId}, or ${address} in a browser.`),
  )
}
