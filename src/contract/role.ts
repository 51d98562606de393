/**
 * What a member may do for an account: `owner` everything, `manager` everything about people, `user` mostly reading.
 */
export const roles = ['owner', 'manager', 'user'] as const

export type Role = (typeof roles)[number]
