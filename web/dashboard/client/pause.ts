import { ApiError } from './api-error.ts'

/** A paused account answers every request with this error, `GET /account` included. */
export function isPause(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'account_paused'
}

/** The account that a refusal says is paused: its name, and since when if that is known. */
export function pausedAccount(error: unknown): { name: string; pausedAt: string | null } | undefined {
  if (!(error instanceof ApiError) || !isPause(error)) return undefined
  return (error.details as { account?: { name: string; pausedAt: string | null } } | undefined)?.account
}
