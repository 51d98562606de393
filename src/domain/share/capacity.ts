import { Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { isCapExact, profileCapOf, refuseProfileBeyondCap, refuseUnpaidWork } from '../account/billing.ts'
import { refuseBeyondStorage } from '../account/quotas.ts'
import { lockAndCountProfiles } from '../profile/store.ts'
import { countProfilesNow } from './store.ts'

/**
 * At the cap of a trial everyone is refused, known or not: refusing only new people would reveal who is known. Two
 * starts at the cap are counted one after the other.
 */
export async function refuseOverCapacity(context: Context): Promise<void> {
  const { sql, account, installation } = context
  await refuseBeyondStorage(context)
  if (profileCapOf(account, installation) === undefined) return
  const countProfiles = isCapExact(account) ? lockAndCountProfiles : countProfilesNow
  refuseProfileBeyondCap(account, installation, await countProfiles(sql, account.id))
}

/** Whether someone could start right now, to say so before a form is filled in. */
export async function hasCapacity(context: Context): Promise<boolean> {
  const { sql, account, installation, now } = context
  if (account.paused) return false
  try {
    refuseUnpaidWork(account, installation.trial, now())
    await refuseBeyondStorage(context)
    if (profileCapOf(account, installation) !== undefined) {
      refuseProfileBeyondCap(account, installation, await countProfilesNow(sql, account.id))
    }
    return true
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'billing' || error.code === 'sandbox_full')) return false
    throw error
  }
}
