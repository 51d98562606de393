declare const proven: unique symbol

/**
 * Who a request is charged to. A payer is what the requester has proven, or the network of the request. A name that
 * was merely sent (a client id, an email address, the account in a link) narrows a network and is never a payer by
 * itself. Otherwise anyone who knows the name could use up what its owner needs.
 */
export type PayerKind =
  /** The client of a verified token, in its account. */
  | 'program'
  /** A machine client that sent its valid secret. */
  | 'client'
  /** A person in a session: a member, or someone who takes an assessment. */
  | 'person'
  /** A secret link that exists, ended or not. */
  | 'link'
  /** A browser with the cookie of an earlier sign-in with the same address. */
  | 'browser'
  /** A passkey that exists; only its owner knows its id. */
  | 'passkey'
  /** The network of the request. */
  | 'network'
  /** A network combined with a name that was sent. */
  | 'networkFor'
  /** All callers together, to protect someone outside. Such a limit applies after one of the network. */
  | 'everyone'

export type Payer<Kind extends PayerKind = PayerKind> = {
  readonly kind: Kind
  readonly key: string
  readonly [proven]: true
}

/**
 * Marks a name as proven. The architecture test lists the files that may call it: those with the proof, such as a
 * verified caller or a row that was found.
 */
export function paidBy<Kind extends Exclude<PayerKind, 'network' | 'networkFor'>>(
  kind: Kind,
  key: string,
): Payer<Kind> {
  return payer(kind, key)
}

/**
 * What one subscriber has: an IPv4 address, or the first 64 bits of an IPv6 address (RFC 6177), below which every
 * device can create any number of addresses.
 */
export function networkOf(address: string): Payer<'network'> {
  return payer('network', subscriberOf(address))
}

/** A network and a name that it sent, so that each network has its own limit for that name. */
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

/** The last group may be an IPv4 address, which is two groups. */
function groupsIn(groups: readonly string[]): number {
  return groups.length + (groups.at(-1)?.includes('.') ? 1 : 0)
}
