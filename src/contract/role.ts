/**
 * What a member may do for an account: `owner` everything, `manager` everything about people, `user` mostly reading.
 * `coach` reads too, but sees the people of their teams only.
 */
export const roles = ['owner', 'manager', 'user', 'coach'] as const

export type Role = (typeof roles)[number]
