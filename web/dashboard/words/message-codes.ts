// Apart from their names, like the codes of languages.

export const messageStates = ['waiting', 'sent', 'failed'] as const

/** Why an attempt failed. */
export const failureReasons = ['recipient', 'unreachable', 'policy', 'content', 'expired'] as const
