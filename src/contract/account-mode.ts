/** What an account is for. The people of a `demo` or a `sandbox` are invented; nothing that a `sandbox` sends leaves. */
export const accountModes = ['live', 'demo', 'sandbox'] as const
export type AccountMode = (typeof accountModes)[number]
