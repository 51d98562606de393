import type { NormsAnswer, NormsQuestion } from '../norms.ts'
import type { SingleRow } from '../row.ts'
import type { Setting } from '../setting.ts'

/** The local norm of the whole account, which the service makes in its hourly housekeeping. */
export async function normRows({ installation, service, start }: Setting): Promise<SingleRow[]> {
  return [
    {
      path: 'local norm of the account',
      async take() {
        const { dataDir, account } = installation
        const question: NormsQuestion = { owner: service.owner, dataDir, accountId: account.id }
        const made = await start('norms.ts').ask<NormsAnswer>(question)
        const seconds = made.people > 0 ? made.seconds : Number.POSITIVE_INFINITY
        return [
          {
            of: `made of ${made.people.toLocaleString('en-US')} people in`,
            value: seconds,
            unit: 's',
            most: 300,
          },
          { of: 'longest wait of the event loop', value: made.longestDelay, unit: 'ms', most: 50 },
        ]
      },
      note: 'an endless time says that none was made',
    },
  ]
}
