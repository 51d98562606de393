/** A fault in an account's chain, and the number of the entry where it appears. */
export type ChainFault = { accountId: string; seq: number; kind: ChainFaultKind; text: string }

export type ChainFaultKind =
  | 'changed'
  | 'swapped'
  | 'missing'
  | 'cutOff'
  | 'headMissing'
  | 'headNotSealed'
  | 'headBehind'
  | 'headElsewhere'
  | 'rewritten'
  | 'shorterThanAnchor'
  | 'emptied'
  | 'anchorNotSealed'

export type FaultDetails = { upTo?: number; other?: number; at?: string }

/** A sentence without the account; the line names it in front. */
export function describeChainFault(
  kind: ChainFaultKind,
  seq: number,
  { upTo = seq, other, at }: FaultDetails,
): string {
  const span = upTo > seq ? `entries ${seq} to ${upTo} are` : `entry ${seq} is`
  switch (kind) {
    case 'changed':
      return `entry ${seq} was changed: it does not match its hash and the previous entry`
    case 'swapped':
      return `entry ${seq} was swapped with entry ${other}`
    case 'missing':
      return `${span} missing`
    case 'cutOff':
      return `${span} missing at the end: the head includes ${upTo > seq ? 'them' : 'it'}`
    case 'headMissing':
      return `the head is missing, but the chain has ${seq} ${seq === 1 ? 'entry' : 'entries'}`
    case 'headNotSealed':
      return `the head at entry ${seq} is not sealed with this SECRET_KEY`
    case 'headBehind':
      return `the head ends at entry ${seq}, but the chain continues to ${upTo}`
    case 'headElsewhere':
      return `the hash in the head differs from that of the last entry, ${seq}`
    case 'rewritten':
      return `entry ${seq} differs from the one anchored at ${at}: the chain was rewritten`
    case 'shorterThanAnchor':
      return `${span} missing at the end: the chain had ${upTo} when it was anchored at ${at}`
    case 'emptied':
      return `all ${upTo} entries anchored at ${at} are missing`
    case 'anchorNotSealed':
      return `the anchor of entry ${seq} (${at}) is not sealed with this SECRET_KEY`
  }
}
