import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { Failure } from '../../contract/failure.ts'
import type { PrepareContext } from '../../contract/operation.ts'
import { secondsUntilTomorrow } from '../../contract/tomorrow.ts'
import { capsOf } from '../message/permit.ts'
import { openMessageTally } from '../message/tally.ts'
import { senderKeyContext } from './model.ts'
import type { NewSender } from './store.ts'

type KeyContext = Pick<PrepareContext, 'account' | 'installation' | 'now' | 'transact'>

/** Makes the key of a new domain; counted before, and one at a time, because each takes a processor for a moment. */
export async function makeKey(context: KeyContext): Promise<Omit<NewSender, 'localPart' | 'domain'>> {
  const { account, installation } = context
  await countDomain(context)
  const { publicKey, privateKey } = await inTurn(generate)
  const selector = `timbre-${randomBytes(4).toString('hex')}`
  return {
    selector,
    proof: randomBytes(16).toString('hex'),
    publicKey: publicKey.toString('base64'),
    keySealed: installation.secretKey.seal(privateKey, senderKeyContext(account.id, selector)),
  }
}

async function countDomain({ account, installation, now, transact }: KeyContext): Promise<void> {
  if (!installation.isLimited) return
  const at = now()
  const counted = [{ kind: 'sender-domain', name: account.id }] as const
  const full = await transact(async (sql) => {
    const { secretKey } = installation
    const tally = await openMessageTally(sql, counted, { now: at, secretKey, caps: capsOf(installation) })
    const refused = tally.increment(counted)
    await tally.commit()
    return refused
  })
  if (full === undefined) return
  const message = 'Ten new domains a day are allowed. Try again tomorrow (UTC).'
  throw new Failure('rate_limited', { message, retryAfterSeconds: secondsUntilTomorrow(at) })
}

/** RSA of 2048 bits: what every receiver verifies (RFC 8301). Ed25519 is verified by few. */
const generate = () =>
  promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

let last: Promise<unknown> = Promise.resolve()

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work)
  last = mine
  return mine
}
