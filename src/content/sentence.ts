/**
 *
 * Turns an IPIP item ("Worry about things") into the sentence the pages show ("I worry about things.").
 *
 * The IPIP writes its items in the first person and only omits the pronoun, so the verb already has the right form ("Am
 * always busy", "Don't understand people who get emotional"), and my, me and myself need no change. What remains is the
 * pronoun, one lower-case letter and the full stop; no word is added, removed or replaced. All 116 items were read in
 * this form and none needs an exception.
 *
 * Throws an error on a text of another form, so that a changed source is noticed.
 *
 */
export function sentenceOf(fragment: string): string {
  if (!/^[A-Z][^.!?]*[^.!?\s]$/.test(fragment) || /^I\b/.test(fragment)) {
    throw new Error(`"${fragment}" is not an IPIP item without its pronoun`)
  }
  return `I ${fragment.charAt(0).toLowerCase()}${fragment.slice(1)}.`
}
