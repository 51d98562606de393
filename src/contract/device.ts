/** What someone uses, as coarse as a word can be. Nothing else of their browser is kept. */
export const deviceKinds = ['phone', 'tablet', 'desktop'] as const
export type DeviceKind = (typeof deviceKinds)[number]
