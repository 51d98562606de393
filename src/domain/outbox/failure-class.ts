import { errorCode } from '../../contract/loggable-error.ts'

/**
 * Why an attempt failed: the recipient's address was refused, the text was, the sender was (`policy`), the server could
 * not be had or did not let us in (`unreachable`), or the message was of no use any more (`expired`).
 */
export type FailureClass = 'recipient' | 'content' | 'policy' | 'unreachable' | 'expired'

/**
 * Reads the codes of `SmtpRefusal` (`550 RCPT TO`, `ECONNREFUSED`, `ADDRESS`) and `SmsRefusal` (`503`, `NO_ANSWER`). A
 * reply of 421 closes the connection in any place (RFC 5321, section 3.8). What is unknown counts as unreachable.
 */
export function failureClassOf(error: Error): FailureClass {
  const code = errorCode(error)
  if (code === 'ADDRESS') return 'recipient'
  const [, status, command = ''] = /^(\d{3})(?: (.*))?$/.exec(code) ?? []
  if (status === undefined || status === '421') return 'unreachable'
  if (/^RCPT/.test(command)) return 'recipient'
  if (/^MAIL/.test(command)) return 'policy'
  if (command === 'DATA' || command === 'BDAT') return 'content'
  // A provider of text messages: what it refuses for good is the number or its text.
  if (command === '') return status.startsWith('4') && status !== '429' ? 'recipient' : 'unreachable'
  return 'unreachable'
}
