/** The code of an error, for the log. Texts of SMTP errors may quote the recipient, so they are never logged. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && error.code ? String(error.code) : error.name
}
