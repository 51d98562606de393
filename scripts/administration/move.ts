import { z } from 'zod'
import { conflict, Failure, invalid } from '../../src/contract/failure.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { listSandboxRows } from '../../src/domain/account/sandbox-store.ts'
import { findProvider, listDomains } from '../../src/domain/identity-provider/store.ts'
import { openKeys } from '../../src/domain/move/keys.ts'
import { findCarriedKeys, findMove, noteMove } from '../../src/domain/move/store.ts'
import { openMailKey } from '../../src/identity/mail-key.ts'
import { signCall } from '../../src/identity/region-call.ts'
import { openSigningKeys } from '../../src/identity/signing-keys.ts'
import { createRegionCalls } from '../../src/platform/region-calls.ts'
import { type MoveOut, moveOut, undoMove } from '../../src/regions/move-out.ts'
import { command, UsageError } from './command.ts'
import { removeAccountHere } from './deletion.ts'
import { changeAccount, findAccountHere, type Shell } from './shell.ts'

const Zone = z.string().regex(/^[a-z]{2,8}$/, 'must be a region such as eu')

export const receiveAccountCommand = command({
  name: 'account receive',
  summary: 'Agree that an account of another region moves to this one. Then run account move there.',
  usage: '<ID> --from REGION',
  argument: 'id',
  input: z.strictObject({ id: PublicId, from: Zone }),
  async run(shell, { id, from }) {
    refuseUnknown(shell, from, 'from')
    if (await findAccountHere(shell, id)) throw conflict(`The account ${id} is in this region.`)
    const { database, now } = shell
    const move = { accountId: id, direction: 'in', zone: from, state: 'expected' } as const
    await database.inSystem((sql) => noteMove(sql, move, now()))
    return {
      text: `The account may come. Run in ${from}: account move ${id} --to ${shell.region}`,
      json: { account: { id }, from },
    }
  },
})

export const moveAccountCommand = command({
  name: 'account move',
  summary:
    'Move an account to another region that has agreed to receive it. Stopped at any point, run it again.',
  usage: '<ID> --to REGION [--within SECONDS] | <ID> --undo',
  argument: 'id',
  flags: ['undo'],
  input: z.strictObject({
    id: PublicId,
    to: Zone.optional(),
    undo: z.boolean().optional(),
    within: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number of seconds')
      .transform(Number)
      .default(60),
  }),
  async run(shell, { id, to, undo, within }, say) {
    if ((to === undefined) === (undo !== true)) throw new UsageError('Give --to REGION, or --undo.')
    if (undo) {
      await undoMove({ database: shell.database, call: await openCalls(shell) }, id)
      return {
        text: 'The account stays here and can be changed again.',
        json: { account: { id }, moved: false },
      }
    }
    const zone = to as string
    refuseUnknown(shell, zone, 'to')
    await refuseUnmovable(shell, id, zone)
    const { frozenSeconds } = await moveOut(await moveParts(shell, id, within, say), id, zone)
    return {
      text: `The account is in ${zone}, and nothing of it is left here but the end of its audit log.`,
      json: { account: { id }, moved: true, to: zone, frozenSeconds },
    }
  },
})

function refuseUnknown({ region, regions }: Shell, zone: string, param: string): void {
  if (zone !== region && Object.hasOwn(regions.peers, zone)) return
  const others = Object.keys(regions.peers).join(', ') || 'there are none'
  throw invalid(`${param} must be another region that REGIONS names (${others}).`, { param })
}

/** Before the first step of a move. Adds the entry that the audit log of the new home has of it. */
async function refuseUnmovable(shell: Shell, id: string, to: string): Promise<void> {
  const { database } = shell
  const noted = await database.inSystem((sql) => findMove(sql, id, 'out'), { readOnly: true })
  if (noted) return
  await changeAccount(shell, id, 'move_account', async (sql, account) => {
    if (account.mode !== 'live')
      throw conflict(`The account is a ${account.mode}, and only live accounts move.`)
    const sandboxes = await listSandboxRows(sql, id)
    if (sandboxes.length > 0)
      throw conflict(`The account has ${sandboxes.length} sandboxes, which do not move. Delete them first.`)
    // Signing in happens where the authorization server is, and what it requires must not get lost on the way.
    if ((await findProvider(sql, id)) || (await listDomains(sql, id)).length > 0)
      throw conflict(
        'The account has sign-in of its own, which does not move. Remove provider and domains first.',
      )
    return { result: undefined, changes: [{ target: { type: 'account', id }, changes: { to } }] }
  })
}

async function moveParts(
  shell: Shell,
  id: string,
  withinSeconds: number,
  say: MoveOut['say'],
): Promise<MoveOut> {
  const { database, secretKey, now, region, regions } = shell
  const carried = await database.inSystem((sql) => findCarriedKeys(sql, id), { readOnly: true })
  return {
    database,
    secretKey,
    mailKey: await openMailKey({ database, secretKey, now: now() }),
    formerKeys: carried ? openKeys(secretKey, id, carried) : { mail: [], idempotency: [] },
    clock: now,
    region,
    regionSecret: String(regions.regionSecret),
    authorizationZone: regions.authorizationZone,
    newestMigration: await shell.newestMigration(),
    call: await openCalls(shell),
    removeHere: (forced) => removeAccountHere({ ...shell, database: forced }, id, () => {}),
    withinSeconds,
    say,
  }
}

async function openCalls({ database, secretKey, now, region, regions }: Shell) {
  const { active } = await openSigningKeys(database, secretKey, now())
  const { peers, regionSecret, previousRegionSecret } = regions
  if (!regionSecret) throw new Failure('invalid_input', { message: 'REGIONS and REGION_SECRET are not set.' })
  const signWith = (secret: string) => (call: { to: string; name: string; body: Buffer }) =>
    signCall({ secret, key: active }, { from: region, ...call }, now())
  return createRegionCalls({
    roots: peers,
    signers: previousRegionSecret
      ? [signWith(regionSecret), signWith(previousRegionSecret)]
      : [signWith(regionSecret)],
    silenceMilliseconds: 30_000,
  })
}
