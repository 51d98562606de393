import type { PageView } from './views.ts'

/** What the frame of apps, members and passkeys is given. */
export type SignedInView = PageView & {
  /** What addresses of these pages begin with: nothing, or the path of the authorization server. */
  readonly root: string
  readonly email: string
}
