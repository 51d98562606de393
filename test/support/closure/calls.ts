import type { Operation } from '../../../src/contract/operation.ts'
import { type Scope, scopesNeeded } from '../../../src/contract/scope.ts'
import { type Subjects, validInput } from '../inputs.ts'
import type { RestOperation } from '../rest-operations.ts'
import { fieldNames } from '../schemas.ts'

/** One call that a search can make: an operation with one input. */
export type ClosureCall = { label: string; operation: Operation; input: Record<string, unknown> }

export type KnownAddresses = { email: string; phone: string }

/** Every operation that these scopes allow, with the inputs that can reach different data. */
export function callsFor(
  operations: readonly Operation[],
  granted: readonly Scope[],
  subjects: Subjects,
  { mine, known }: { mine: KnownAddresses; known: KnownAddresses },
): ClosureCall[] {
  return operations
    .filter((operation) => scopesNeeded(operation).every((scope) => granted.includes(scope)))
    .flatMap((operation) => {
      const sample = validInput(doorOf(operation), subjects)
      if ('tagId' in sample) sample.tagId = subjects.tag
      return variantsOf(operation, sample, mine, known).map(([label, input]) => ({
        label: `${operation.name}${operation.mcp && !operation.rest ? ' (tool)' : ''}${label && ` ${label}`}`,
        operation,
        input,
      }))
    })
}

type Variant = [label: string, input: Record<string, unknown>]

function variantsOf(
  operation: Operation,
  sample: Record<string, unknown>,
  mine: KnownAddresses,
  known: KnownAddresses,
): Variant[] {
  if ('channel' in sample) {
    return (['email', 'sms'] as const).map((channel) => [channel, { ...sample, channel }])
  }
  const names = operation.name === 'import_profiles' ? ['email', 'phone'] : fieldNames(operation.input)
  if (!names.includes('email') && !names.includes('phone')) return [['', sample]]
  const bare = Object.fromEntries(
    Object.entries(sample).filter(([name]) => /Ids?$/.test(name) && !/^custom/.test(name)),
  )
  const as = (label: string, address: Partial<KnownAddresses>): Variant => [
    label,
    operation.name === 'import_profiles' ? { rows: [address], dryRun: false } : { ...bare, ...address },
  ]
  return [
    as('my email', { email: mine.email }),
    as('my phone', { phone: mine.phone }),
    as('known email, my phone', { email: known.email, phone: mine.phone }),
    as('my email, known phone', { email: mine.email, phone: known.phone }),
    as('new email, my phone', { email: `new.${known.email}`, phone: mine.phone }),
    ...(names.includes('firstName') ? ([['names', { ...bare, firstName: 'Mal' }]] as Variant[]) : []),
  ]
}

function doorOf(operation: Operation): RestOperation {
  const [method = '', path = ''] = operation.rest?.route.split(' ') ?? []
  return { operation, name: operation.name, method, path, inPath: [], fields: [] }
}
