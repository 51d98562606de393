import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import type { MembersPage } from '../frame/menu.ts'

/** The URL of a members' page. It keeps the chosen account for users with several. */
export function membersUrl({ root, account, hasSeveral }: SignedInView, page: MembersPage): string {
  return account && hasSeveral ? `${root}/${page}?account=${account.id}` : `${root}/${page}`
}
