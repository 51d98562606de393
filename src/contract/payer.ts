declare const proven: unique symbol

/**
 * Whose allowance a request spends. A payer is what the requester has proven, or the network that the request comes
 * from. A name that was merely sent (a client id, an email address, the account in a link) narrows a network and is
 * never a payer by itself, or anyone who knows the name could use up what its owner needs.
 */
export type PayerKind =
  /** The client of a token that was verified, in its account. */
  | 'program'
  /** A machine client whose secret was right. */
  | 'client'
  /** A person in a session: a member, or someone who takes an assessment. */
  | 'person'
  /** A secret link that exists, whether or not it has ended. */
  | 'link'
  /** A browser that shows the mark of an earlier sign-in with the same address. */
  | 'browser'
  /** A passkey that exists; nobody but its owner knows its id. */
  | 'passkey'
  /** The network that the request comes from. */
  | 'network'
  /** A network together with a name that was sent. */
  | 'networkFor'
  /** All callers together, to protect someone outside. Such a limit applies after one of the network. */
  | 'everybody'

export type Payer<Kind extends PayerKind = PayerKind> = {
  readonly kind: Kind
  readonly key: string
  readonly [proven]: true
}

/**
 * Says that this is proven. The architecture test names the files that may call it: those that hold the proof, such as
 * a verified caller or a row that was found.
 */
export function paidBy<Kind extends Exclude<PayerKind, 'network' | 'networkFor'>>(
  kind: Kind,
  key: string,
): Payer<Kind> {
  return payer(kind, key)
}

/**
 * What one subscriber has: an address of IPv4, the first 64 bits of one of IPv6 (RFC 6177), of which every device
 * in a home makes itself as many as it likes.
 */
export function networkOf(address: string): Payer<'network'> {
  return payer('network', subscriberOf(address))
}

/** A network and a name that it sent, so that each network spends an allowance of its own for that name. */
export function networkFor(network: Payer<'network'>, name: string): Payer<'networkFor'> {
  return payer('networkFor', `${network.key} ${name}`)
}

function payer<Kind extends PayerKind>(kind: Kind, key: string): Payer<Kind> {
  return { kind, key } as Payer<Kind>
}

function subscriberOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - front.length - groupsIn(back)
  const groups = [...front, ...Array<string>(missing).fill('0'), ...back]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** The last group may be an address of IPv4, which stands for two. */
function groupsIn(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes('.') ? 1 : 0)
}
