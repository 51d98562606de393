import { count } from '../language/fill.ts'
import { words } from './words.ts'

/** “1 person”, “10,000 people”. */
export function pluralizePeople(number: number): string {
  return count(words.people, number)
}
