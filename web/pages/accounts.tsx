import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import type { Speaker } from './messages.ts'

/** Account switcher for users with several accounts, on pages that show one. */
export function Accounts({
  view,
  speak,
  at,
}: {
  view: SignedInView & {
    accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  }
  speak: Speaker
  at: 'members' | 'clients' | 'access' | 'company'
}) {
  if (view.accounts.length < 2) return null
  return (
    <nav class="members-accounts" aria-label={speak.say('members.accounts')}>
      {view.accounts.map(({ id, name, isChosen }) => (
        <a key={id} href={`${view.root}/${at}?account=${id}`} aria-current={isChosen ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
