import english from '../../../content/locales/en/dashboard/messageWords.json'
import type { Message } from '../client/types.ts'
import { areaWords } from '../language/area-words.ts'

export { failureReasons, messageStates } from './message-codes.ts'

const words = areaWords('messageWords', english)

export const stateWords: Record<Message['state'], string> = words.states

/** Why an attempt failed, and what helps. */
export const failureWords: Record<NonNullable<Message['failure']>, string> = words.failures

export const failureHelp: Partial<Record<NonNullable<Message['failure']>, string>> = words.failureHelp

/** What a message is for. */
export const purposeWords: Record<NonNullable<Message['purpose']>, string> = words.kinds
