/** What a member may do for an account: `owner` everything, `manager` what concerns people, `user` mostly read. */
export const roles = ['owner', 'manager', 'user'] as const

export type Role = (typeof roles)[number]
