import { z } from 'zod'
import { PersonName, PublicId } from '../../src/contract/shapes.ts'
import { addSandbox } from '../../src/domain/sandbox/add-sandbox.ts'
import { command } from './command.ts'
import { changeAccount } from './shell.ts'

export const createSandboxCommand = command({
  name: 'sandbox create',
  summary: 'Make a sandbox of an account: its people are invented, and nothing it sends leaves.',
  usage: '--account ID --name N',
  input: z.strictObject({
    account: PublicId,
    name: PersonName.refine((name) => name !== '', 'must not be empty'),
  }),
  async run(shell, { account, name }) {
    const [id, now] = [shell.newId(), shell.now()]
    await changeAccount(shell, account, 'create_sandbox', async (sql) => {
      await addSandbox(sql, account, { id, name, now })
      return { result: undefined, changes: [{ target: { type: 'account', id } }] }
    })
    return {
      text: `${id}\nMade the sandbox "${name}". Next: client create --account ${id} --name …`,
      json: { sandbox: { id, name } },
    }
  },
})
