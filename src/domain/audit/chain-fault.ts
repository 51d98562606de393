/** One thing that is wrong with an account's chain, and the number of the entry at which it shows. */
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

type Particulars = { upTo?: number; other?: number; at?: string }

/** A sentence without its subject's account and number; a line names them in front. */
export function describeChainFault(
  kind: ChainFaultKind,
  seq: number,
  { upTo = seq, other, at }: Particulars,
): string {
  const span = upTo > seq ? `entries ${seq} to ${upTo} are` : `entry ${seq} is`
  switch (kind) {
    case 'changed':
      return `entry ${seq} was changed: it does not fit its hash and the entry before it`
    case 'swapped':
      return `entry ${seq} has changed places with entry ${other}`
    case 'missing':
      return `${span} missing`
    case 'cutOff':
      return `${span} cut off at the end: the head knows them`
    case 'headMissing':
      return `the head is missing, although the chain has ${seq} ${seq === 1 ? 'entry' : 'entries'}`
    case 'headNotSealed':
      return `the head at entry ${seq} is not sealed by this SECRET_KEY`
    case 'headBehind':
      return `the head ends at entry ${seq}, although the chain goes on to ${upTo}`
    case 'headElsewhere':
      return `the head names another hash than the last entry, ${seq}`
    case 'rewritten':
      return `entry ${seq} is not the one that was anchored at ${at}: the chain was rewritten`
    case 'shorterThanAnchor':
      return `${span} cut off at the end: the chain reached ${upTo} when it was anchored at ${at}`
    case 'emptied':
      return `all ${upTo} entries that were anchored at ${at} are gone`
    case 'anchorNotSealed':
      return `the anchor of entry ${seq} (${at}) is not sealed by this SECRET_KEY`
  }
}
