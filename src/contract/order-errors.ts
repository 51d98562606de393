import type { ErrorDefinition } from './error-definition.ts'

/** The codes of orders, connections and directories, in the order of the API reference within each status. */
export const orderErrors = {
  order_not_found: {
    kind: 'missing',
    message: 'Order not found.',
    docs: { when: 'The account has no such order, or its person was deleted.' },
  },
  package_not_found: {
    kind: 'missing',
    message: 'There is no such package. GET /packages lists them.',
    docs: { when: 'An order of a package that does not exist.' },
  },
  connection_not_found: {
    kind: 'missing',
    message: 'Connection not found.',
    docs: { when: 'The account has no such connection, or it has ended.' },
  },
  /** SCIM only. */
  user_not_found: { kind: 'missing', message: 'User not found.' },
  order_exists: {
    kind: 'conflict',
    message: 'This person has an open order of the same package. Cancel it first, or wait for it.',
  },
  person_inactive: {
    kind: 'conflict',
    message: 'A directory has deactivated this person. Reactivate them there to invite them.',
    docs: { when: 'Invite of a person whom a connected directory has deactivated.' },
  },
  /** SCIM only. */
  user_exists: { kind: 'conflict' },
  too_many_connections: {
    kind: 'conflict',
    message: 'The account has 20 connections already. End one that you no longer use.',
    docs: { when: 'A twenty-first connection.' },
  },
} as const satisfies Record<string, ErrorDefinition>
