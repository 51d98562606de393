export type Session = {
  /** A refresh token of an app (OAuth 2.1). It is used once and replaced by each renewal. */
  refreshToken: string
  clientId: string
  /** Called with each new pair before it is used, so that no refresh token is lost. Keep them where you keep secrets. */
  onRenewed: (tokens: { accessToken: string; refreshToken: string; expiresAt: Date }) => void | Promise<void>
}

/** Who asks: a machine client, a token from elsewhere, or an app that acts for a member. */
export type Credentials =
  | { clientId: string; clientSecret: string; token?: never; session?: never }
  | {
      /** Called before each request. After a 401 it is called with the token that was refused. */
      token: (refused?: string) => string | Promise<string>
      clientId?: never
      clientSecret?: never
      session?: never
    }
  | { session: Session; clientId?: never; clientSecret?: never; token?: never }

/** A try that starts. Nothing in it is secret: no header, no body and no query. */
export type RequestNote = { method: string; path: string; attempt: number }

/** An answer, or undefined as `status` if there was none. */
export type ResponseNote = RequestNote & {
  status: number | undefined
  requestId: string | undefined
  milliseconds: number
}

export type TimbreOptions = Credentials & {
  /** The address of the service, such as `https://timbre.example.com`. */
  baseUrl: string
  /** Addresses that a 421 may lead to. Without it, any https address. */
  regions?: readonly string[]
  /** Tries of a call in all; 3 unless given. */
  maxTries?: number
  onRequest?: (note: RequestNote) => void
  onResponse?: (note: ResponseNote) => void
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch
}

/** Options of one call. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Instead of a key that is made for this call. */
  idempotencyKey?: string
  maxTries?: number
  /** For each try: 30 unless given, 75 for operations that take long. */
  timeoutSeconds?: number
}
