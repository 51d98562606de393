import type { DeliveryTransport } from '../contract/delivery.ts'
import { outsideTrace } from '../contract/trace.ts'
import { createBounceRecorder } from '../domain/bounce/record.ts'
import { startDebriefWorker } from '../domain/debrief-due/worker.ts'
import { createInviteDelivery } from '../domain/invite/delivery.ts'
import { createNoticeCheck } from '../domain/member-notice/check.ts'
import { startCallbackWorker } from '../domain/order-callback/worker.ts'
import { startOutboxWorker } from '../domain/outbox/worker.ts'
import { createReminderCheck } from '../domain/reminder/check.ts'
import { isRefusedAddress } from '../domain/sandbox/addresses.ts'
import { createInviteAnswerer } from '../domain/sandbox/answer-invite.ts'
import { createFindActiveSender } from '../domain/sender/active.ts'
import { createTechnical } from '../domain/technical/technical.ts'
import { startWebhookWorker } from '../domain/webhook/worker.ts'
import { bounceAddress, createBounceToken } from '../identity/bounce-token.ts'
import { sandboxTransport } from '../platform/mailbox.ts'
import { openMessageTransport } from '../platform/message-transport.ts'
import type { SmtpOptions } from '../platform/smtp.ts'
import { openRegions } from '../regions/regions.ts'
import type { Foundation } from './foundation.ts'
import { startSecurityLog } from './security-log.ts'
import type { Shutdown } from './shutdown.ts'
import { traceTransport } from './tracing.ts'
import { trackUses } from './uses.ts'

export type Workers = Awaited<ReturnType<typeof startWorkers>>

/** Starts what requests hand work to: the security log, the outbox, the other regions, figures and last uses. */
export async function startWorkers(foundation: Foundation, shutdown: Shutdown) {
  const { parts, config, log, secretKey, keyring, metrics } = foundation
  const { database, clock } = parts
  const security = await startSecurityLog({ database, secretKey, clock, log })
  shutdown.add('workers', 'security log', security.stop)
  const webhooks = startWebhooks(foundation)
  shutdown.add('workers', 'webhooks', () => webhooks?.stop(workerGraceMilliseconds))
  const callbacks = startCallbacks(foundation)
  shutdown.add('workers', 'order callbacks', () => callbacks?.stop(workerGraceMilliseconds))
  const noteEvents = (accountId: string) => {
    foundation.noteEvents(accountId)
    outsideTrace(() => webhooks?.wake())
    outsideTrace(() => callbacks?.wake())
  }
  const debriefs = startDebriefs(foundation, noteEvents)
  shutdown.add('workers', 'debriefs on completion', () => debriefs.stop(workerGraceMilliseconds))
  const { mail } = parts.installation
  const returnPathOf = createReturnPath(config.bounces?.address, mail.key)
  const transport = await openMessageTransport({ ...config, database, clock, log, returnPathOf })
  const sender = startOutboxWorker({
    database,
    transport: traceTransport(foundation.tracing?.startSpan, observedTransport(foundation, transport.send)),
    sandbox: {
      transport: sandboxTransport(database, clock, isRefusedAddress),
      recordDelivered: createInviteAnswerer({ ...parts, now: clock }),
    },
    observeAttempt: metrics?.work.observeAttempt,
    concurrency: config.mailConcurrency,
    secretKey,
    clock,
    newId: parts.newId,
    region: config.region,
    noteEvents,
    log,
    invites: createInviteDelivery(parts.installation),
    findSender: createFindActiveSender({ database, secretKey }),
    checks: {
      reminder: createReminderCheck(parts.installation),
      memberNotice: createNoticeCheck(parts.installation),
    },
  })
  const outbox = { ...sender, wake: () => outsideTrace(sender.wake) }
  shutdown.add('workers', 'outbox', () => outbox.stop(workerGraceMilliseconds).finally(transport.close))
  const signingKey = () => keyring.keys().active
  const { homes, newestMigration } = foundation
  const regions = await openRegions({ ...parts, config, secretKey, log, signingKey, homes, newestMigration })
  shutdown.add('workers', 'regions', regions.stop)
  const technical = createTechnical({ database, clock, log })
  shutdown.add('workers', 'technical figures', technical.stop)
  const uses = trackUses({ database, clock, apps: regions.usageRecorder })
  const recordBounce = createBounceRecorder({ ...parts, region: config.region, noteEvents, log })
  return {
    ...{ security, recordBounce, outbox, webhooks, callbacks, debriefs, noteEvents, regions, technical },
    uses,
  }
}

/** The address that names the message, for those of accounts. Codes of people who sign in belong to none. */
function createReturnPath(address: string | undefined, mailKey: Buffer): SmtpOptions['returnPathOf'] {
  if (address === undefined) return undefined
  return ({ accountId, id }) =>
    accountId && id ? bounceAddress(address, createBounceToken(mailKey, id)) : address
}

/** Counts text messages by the configured prefix of their number: a number itself is nobody's business. */
function observedTransport({ config, metrics }: Foundation, send: DeliveryTransport): DeliveryTransport {
  const { smsCountries } = config
  if (!metrics) return send
  const prefixOf = (to: string) =>
    Array.isArray(smsCountries)
      ? smsCountries.filter((prefix) => to.startsWith(prefix)).sort((a, b) => b.length - a.length)[0]
      : undefined
  return async (delivery) => {
    if (delivery.channel !== 'sms') return send(delivery)
    const country = prefixOf(delivery.to) ?? 'other'
    try {
      await send(delivery)
      metrics.work.observeText(country, 'sent')
    } catch (error) {
      metrics.work.observeText(country, 'failed')
      throw error
    }
  }
}

/** Undefined if the operator has turned sending off; events are recorded all the same. */
function startWebhooks({ parts, config, log, secretKey, noteEvents, metrics }: Foundation) {
  if (!config.webhooks.isOn) return undefined
  const { callWebhook } = parts.asyncPorts
  const { region, webhooks } = config
  const { concurrency } = webhooks
  const observeAttempt = metrics?.work.observeWebhook
  const options = { callWebhook, secretKey, region, log, noteEvents, concurrency, observeAttempt }
  return startWebhookWorker({ ...parts, ...options })
}

/** Reports of orders leave by the same way, and are stopped by the same switch. */
function startCallbacks({ parts, config, log, secretKey }: Foundation) {
  if (!config.webhooks.isOn) return undefined
  const { callWebhook } = parts.asyncPorts
  const { atsHosts } = config
  const { concurrency } = config.webhooks
  return startCallbackWorker({ ...parts, callWebhook, secretKey, atsHosts, log, concurrency })
}

function startDebriefs({ parts, config, log, metrics }: Foundation, noteEvents: (accountId: string) => void) {
  const noteGivenUp = metrics?.work.noteDebriefGivenUp
  return startDebriefWorker({ ...parts, region: config.region, log, noteEvents, noteGivenUp })
}

/** Milliseconds for deliveries in flight: less than the workers' share of the shutdown. */
const workerGraceMilliseconds = 2_500
