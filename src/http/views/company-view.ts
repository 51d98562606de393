import type { SignedInView } from './signed-in-view.ts'

export type CompanyProblem =
  | 'domain'
  | 'provider'
  | 'unproven'
  | 'taken'
  | 'dns'
  | 'many'
  | 'untried'
  | 'issuer'
  | 'elsewhere'
  | 'crossing'

/** `GET /company`: how the members of an account sign in, for its owners. */
export type CompanyView = SignedInView & {
  readonly csrfToken: string
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly isChosen: boolean }[]
  /** Where to sign in again, if the sign-in is too old for changes. */
  readonly signInAgain?: string
  readonly isDone: boolean
  readonly problem?: CompanyProblem
  readonly account?: {
    readonly id: string
    readonly name: string
    /** Undefined for members who aren't owners. */
    readonly settings?: CompanySettings
  }
}

export type CompanySettings = {
  /** What the provider needs to know of us. */
  readonly redirectUri: string
  readonly acsUrl: string
  readonly entityId: string
  /** The guide with steps for providers. */
  readonly guideHref: string
  /** Where owners try it. */
  readonly tryHref: string
  readonly provider: {
    readonly protocol: 'oidc' | 'saml'
    readonly issuer: string
    readonly clientId: string | null
    readonly signInUrl: string | null
    readonly certificates: readonly { readonly subject: string; readonly expiresAt: string }[]
    readonly trustsAddresses: boolean
    readonly joinRole: 'manager' | 'user' | null
    readonly usedAt: string | null
  } | null
  readonly domains: readonly {
    readonly domain: string
    readonly recordName: string
    readonly recordValue: string
    readonly provenAt: string | null
    readonly required: boolean
  }[]
}
