import { z } from 'zod'

/**
 * Where a person may go on after the ordered assessments. They see a link with the name of the host: this service never
 * sends anyone to an address that a program chose. The name of a host is shown as DNS has it, so that letters which look
 * alike don't pass for others, and a number says nothing to a reader.
 */
export const RedirectUrl = z
  .string()
  .max(2_000, 'is too long: at most 2000 characters')
  .superRefine((text, context) => {
    const fault = faultOf(text)
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
  .meta({
    description:
      'Where the person may go on after the last answer, such as your page about the next step. Their last page links to ' +
      'it with the name of its host. An `https` address with a host name. Nothing is added to it.',
    examples: ['https://careers.example.com/applications/4711'],
  })

function faultOf(text: string): string | undefined {
  if (!URL.canParse(text)) return 'is not a complete address such as https://careers.example.com/next'
  const { protocol, username, password, hostname } = new URL(text)
  if (protocol !== 'https:' || !text.toLowerCase().startsWith('https://')) return 'must start with https://'
  if (/[\s\\\p{C}]/u.test(text)) return 'must not contain blanks, backslashes or invisible characters'
  if (username !== '' || password !== '') return 'must not contain a user or a password'
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return 'must have a host name, not a number'
  if (!/\.\p{L}/u.test(hostname) || /\.(localhost|local|internal)\.?$/.test(hostname))
    return 'must have a public host name'
}
