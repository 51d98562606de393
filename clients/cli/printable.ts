const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach a terminal.
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A text for one line of a terminal: characters that could move its cursor or hide text become `\ufffd`. */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, '\ufffd')
}

/** JSON in which such characters are escaped, so its value stays the same. With `indent`, on several lines. */
export function printableJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(unprintable, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
