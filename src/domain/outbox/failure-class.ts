import { errorCode } from '../../contract/loggable-error.ts'

/**
 * Why an attempt failed: the recipient's address was refused, the text was, the sender was (`policy`), the server could
 * not be had or did not let us in (`unreachable`), or the message was of no use any more (`expired`).
 */
export type FailureClass = 'recipient' | 'content' | 'policy' | 'unreachable' | 'expired'

/**
 * Reads the codes of `SmtpRefusal` (`550 RCPT TO`, `ECONNREFUSED`, `ADDRESS`) and `SmsRefusal` (`503`, `NO_ANSWER`). A
 * reply of 421 closes the connection in any place (RFC 5321, section 3.8). What is unknown counts as unreachable. A
 * recipient is also refused for reasons of policy, such as "554 5.7.1 Relay access denied": its status says so.
 */
export function failureClassOf(error: Error): FailureClass {
  const code = errorCode(error)
  if (code === 'ADDRESS') return 'recipient'
  const [, status, command = ''] = /^(\d{3})(?: (.*))?$/.exec(code) ?? []
  if (status === undefined || status === '421') return 'unreachable'
  if (/^RCPT/.test(command)) {
    const enhanced = enhancedStatusOf(error)
    return enhanced === undefined ? 'recipient' : blamedBy(enhanced)
  }
  if (/^MAIL/.test(command)) return 'policy'
  if (command === 'DATA' || command === 'BDAT') return 'content'
  // A provider of text messages: what it refuses for good is the number or its text.
  if (command === '') return status.startsWith('4') && status !== '429' ? 'recipient' : 'unreachable'
  return 'unreachable'
}

/**
 * Whether a refusal says that the address itself is of no use, so that later emails would be refused too. Without a
 * status, only the replies for mailboxes do (RFC 5321, section 4.2.3): 554 and others are also said of a sender.
 */
export function isAddressRefused(error: Error): boolean {
  if (failureClassOf(error) !== 'recipient') return false
  const code = errorCode(error)
  if (enhancedStatusOf(error) !== undefined || code === 'ADDRESS') return true
  return ['550', '551', '553'].includes(code.slice(0, 3))
}

function enhancedStatusOf(error: Error): string | undefined {
  return 'status' in error && typeof error.status === 'string' ? error.status : undefined
}

/**
 * What a status of RFC 3463 is about. The recipient is blamed only where the address or its mailbox is named: everything
 * else, such as faults of systems, routes and protocols, says nothing of the address.
 */
export function blamedBy(status: string): 'recipient' | 'content' | 'policy' {
  const [, subject = '', detail = ''] = status.split('.')
  const place = `${subject}.${detail}`
  // The text, and its length.
  if (subject === '6' || place === '2.3' || place === '3.4') return 'content'
  // The address of the sender.
  if (place === '1.7' || place === '1.8') return 'policy'
  return ['0', '1', '2'].includes(subject) || place === '4.4' ? 'recipient' : 'policy'
}
