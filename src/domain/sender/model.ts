import { domainToASCII } from 'node:url'
import { z } from 'zod'
import type { InstallationConfig } from '../../contract/operation.ts'
import { Timestamp } from '../../contract/shapes.ts'

/** A sender as it is stored. Its private key stays sealed. */
export type SenderRow = {
  localPart: string
  domain: string
  proof: string
  selector: string
  publicKey: string
  keySealed: Buffer
  createdAt: string
  provenAt: string | null
  missingSince: string | null
  activeSince: string | null
  lostAt: string | null
  checkedAt: string | null
  findings: Findings | null
}

const recordNames = ['ownership', 'dkim', 'spf', 'dmarc'] as const
export type RecordName = (typeof recordNames)[number]

const RecordState = z.enum(['unchecked', 'found', 'missing', 'different', 'unanswered'])

/** What was found in the DNS, record by record. */
export type Findings = Record<
  RecordName,
  { state: Exclude<z.output<typeof RecordState>, 'unchecked'>; found: string[] }
>

export type SenderAddress = { localPart: string; domain: string }

/** One address, of which the local part is plain ASCII: it goes into headers of emails and into commands of mail servers. */
export const SenderAddress = z
  .string()
  .max(254, 'is too long')
  .transform((text, context): SenderAddress => {
    const [, localPart = '', given = ''] =
      /^([^@]+)@([^@]+)$/.exec(text.normalize('NFC').trim().toLowerCase()) ?? []
    const domain = domainToASCII(given)
    const isPlain = localPattern.test(localPart) && !localPart.includes('..')
    if (isPlain && domain.length <= 200 && isDomain(domain)) return { localPart, domain }
    context.addIssue({ code: 'custom', message: 'is not an address such as people@example.com' })
    return z.NEVER
  })
  .meta({
    description:
      'The address that emails to people come from. Its local part has letters, digits and `.`, `_`, `+`, `-`.',
    examples: ['people@northwind.example'],
  })

const localPattern = /^[a-z0-9](?:[a-z0-9._+-]{0,62}[a-z0-9])?$/

/** At least two labels, of which the last one is no number. */
function isDomain(text: string): boolean {
  const labels = text.split('.')
  const isLabel = (label: string) =>
    labelPattern.test(label) && !label.startsWith('-') && !label.endsWith('-')
  return labels.length > 1 && labels.every(isLabel) && /^(?:[a-z]{2}|xn--)/.test(labels.at(-1) ?? '')
}

const labelPattern = /^[a-z0-9-]{1,63}$/

export const Sender = z
  .strictObject({
    address: z
      .string()
      .nullable()
      .meta({
        description:
          'The chosen address, with its domain in ASCII. Null without one: emails come from the service.',
        examples: ['people@northwind.example'],
      }),
    state: z.enum(['none', 'pending', 'active', 'lost']).meta({
      description:
        '`none`: no address is chosen. `pending`: its required records were not found yet. `active`: emails to people ' +
        'come from it. `lost`: they did, and a required record is gone. Except if `active`, they come from the ' +
        "service's own address.",
      examples: ['active'],
    }),
    activeSince: Timestamp.nullable().meta({ description: 'Since when emails come from the address.' }),
    lostAt: Timestamp.nullable().meta({
      description: 'When a required record was found to be gone.',
      examples: [null],
    }),
    checkedAt: Timestamp.nullable().meta({ description: 'When the records were looked up last.' }),
    serviceDomain: z.string().meta({
      description:
        'Domain of the addresses that emails come from otherwise, and that reports of bounces go to.',
      examples: ['timbre.example.com'],
    }),
    records: z
      .array(
        z.strictObject({
          record: z.enum(recordNames).meta({
            description:
              '`ownership` proves the domain. `dkim` has the key that verifies the signature of each email. `spf` says ' +
              'which servers may send for the domain of the return path, which belongs to the service. `dmarc` says what ' +
              'receivers do with emails that no record of the domain supports.',
            examples: ['dkim'],
          }),
          required: z
            .boolean()
            .meta({ description: 'Whether the address is used only with it.', examples: [true] }),
          name: z.string().meta({
            description: 'Where it is in the DNS, as a TXT record.',
            examples: ['timbre-5f63a1b2._domainkey.northwind.example'],
          }),
          value: z
            .string()
            .nullable()
            .meta({
              description: 'What to publish. Null for a record that the account can do nothing about.',
              examples: ['v=DKIM1; k=rsa; p=MIIB…'],
            }),
          state: RecordState.meta({
            description:
              '`unchecked`: not looked up yet. `different`: there is a record that does not do. `unanswered`: no name ' +
              'server answered, which changes nothing.',
            examples: ['found'],
          }),
          found: z.array(z.string()).meta({ description: 'What is there, shortened.', examples: [[]] }),
        }),
      )
      .meta({ description: 'The records, in the order in which they matter. Empty without an address.' }),
  })
  .meta({ id: 'Sender', description: 'The address that emails of the account to people come from.' })

/** The domain of the addresses that emails come from without a sender, and that of their return paths. */
export type SenderDomains = { from: string; returnPath: string }

export function domainsOf({
  publicUrl,
  mailDomains,
}: Pick<InstallationConfig, 'publicUrl' | 'mailDomains'>): SenderDomains {
  const { hostname } = new URL(publicUrl)
  return mailDomains ?? { from: hostname, returnPath: hostname }
}

export function toSender(row: SenderRow | undefined, service: SenderDomains): z.output<typeof Sender> {
  return {
    address: row ? `${row.localPart}@${row.domain}` : null,
    state: stateOf(row),
    activeSince: row?.activeSince ?? null,
    lostAt: row?.lostAt ?? null,
    checkedAt: row?.checkedAt ?? null,
    serviceDomain: service.from,
    records: row
      ? recordNames.map((record) => ({
          record,
          required: isRequired(record),
          ...senderRecords(row, service)[record],
          ...(row.findings?.[record] ?? { state: 'unchecked' as const, found: [] }),
        }))
      : [],
  }
}

function stateOf(row: SenderRow | undefined): z.output<typeof Sender>['state'] {
  if (!row) return 'none'
  if (row.activeSince !== null) return 'active'
  return row.lostAt === null ? 'pending' : 'lost'
}

function isRequired(record: RecordName): boolean {
  return record === 'ownership' || record === 'dkim'
}

/** Where each record is, and what to publish there. */
export function senderRecords(
  { domain, proof, selector, publicKey }: Pick<SenderRow, 'domain' | 'proof' | 'selector' | 'publicKey'>,
  { returnPath }: SenderDomains,
): Record<RecordName, { name: string; value: string | null }> {
  return {
    ownership: { name: `_timbre-sender.${domain}`, value: `timbre-sender=${proof}` },
    dkim: { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}` },
    spf: { name: returnPath, value: null },
    dmarc: { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  }
}

/** The seal context of the private key. */
export function senderKeyContext(accountId: string, selector: string) {
  return `sender_key:${accountId}:${selector}` as const
}
