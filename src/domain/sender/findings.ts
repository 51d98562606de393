import type { LookUpTxt } from '../../contract/guarded-fetch.ts'
import { type Findings, type RecordName, type SenderDomains, type SenderRow, senderRecords } from './model.ts'

type Sought = Pick<SenderRow, 'domain' | 'proof' | 'selector' | 'publicKey'>

/** Looks up the records of a sender. Name servers that don't answer prove nothing. */
export async function lookUpRecords(
  lookUpTxt: LookUpTxt,
  sender: Sought,
  service: SenderDomains,
): Promise<Findings> {
  const records = senderRecords(sender, service)
  const at = (name: string) => lookUpTxt(name).catch(() => undefined)
  const [ownership, dkim, spf, dmarc] = await Promise.all([
    at(records.ownership.name),
    at(records.dkim.name),
    at(records.spf.name),
    lookUpPolicy(at, sender.domain),
  ])
  return {
    ownership: judge(ownership, (texts) =>
      texts.some((text) => text.trim() === records.ownership.value) ? 'found' : stateOfOthers(texts),
    ),
    dkim: judge(dkim, (texts) => stateOfKey(texts, sender.publicKey)),
    spf: judge(
      spf?.filter((text) => /^v=spf1(?: |$)/i.test(text)),
      onlyOne,
    ),
    dmarc: judge(dmarc, (texts) =>
      texts.some((text) => !policyPattern.test(text)) ? 'different' : onlyOne(texts),
    ),
  }
}

/** The record of the domain, or else of the nearest domain above it that has one (RFC 7489 section 6.6.3). */
async function lookUpPolicy(
  at: (name: string) => Promise<string[] | undefined>,
  domain: string,
): Promise<string[] | undefined> {
  const labels = domain.split('.')
  const looks = Math.min(labels.length - 1, mostLooks)
  for (let from = 0; from < looks; from += 1) {
    const texts = await at(`_dmarc.${labels.slice(from).join('.')}`)
    const policies = texts?.filter((text) => /^v=DMARC1(?:;|\s|$)/i.test(text))
    if (!policies || policies.length > 0) return policies
  }
  return []
}

const mostLooks = 4
const policyPattern = /;\s*p\s*=\s*(?:none|quarantine|reject)\b/i

type State = Findings[RecordName]['state']

function judge(texts: string[] | undefined, stateOf: (texts: string[]) => State): Findings[RecordName] {
  if (!texts) return { state: 'unanswered', found: [] }
  return { state: stateOf(texts), found: texts.slice(0, 3).map(shortened) }
}

/** A key must be the only record at its name (RFC 6376 section 3.6.2.2). */
function stateOfKey(texts: readonly string[], publicKey: string): State {
  const [text, other] = texts
  if (text === undefined) return 'missing'
  const tags = new Map(
    text
      .slice(0, 2_000)
      .split(';')
      .map((tag) => [
        tag.slice(0, tag.indexOf('=')).trim(),
        tag.slice(tag.indexOf('=') + 1).replace(/\s/g, ''),
      ]),
  )
  const isOurs = tags.get('p') === publicKey && ['rsa', undefined].includes(tags.get('k'))
  const isForEmail = /^(?:\*|email)$/.test(tags.get('s') ?? '*') && /sha256/.test(tags.get('h') ?? 'sha256')
  return isOurs && isForEmail && other === undefined ? 'found' : 'different'
}

function onlyOne(texts: readonly string[]): State {
  return texts.length > 1 ? 'different' : stateOfOthers(texts) === 'missing' ? 'missing' : 'found'
}

function stateOfOthers(texts: readonly string[]): State {
  return texts.length > 0 ? 'different' : 'missing'
}

/** Anyone can put anything into their DNS: a page shows it, and no log. */
function shortened(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, '?')
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain
}
