/**
 * The API's language code, from that code, a BCP 47 tag such as `de-DE`, or the name of the language in one of the nine:
 * “German”, “Deutsch”, “allemand”. Anything else is passed on, and the API refuses it.
 */
export function localeOf(text: string): string {
  return codeOf(text.toLowerCase().replaceAll('_', '-')) ?? named(text) ?? text
}

function codeOf(tag: string): string | undefined {
  if (tag === 'ja' || tag === 'ja-jp') return 'jp'
  if (tag === 'pt' || tag === 'pt-br') return 'pt_BR'
  if (/^zh(?:-cn|-hans(?:-cn)?)?$/.test(tag)) return 'zh_CN'
  const [language = ''] = tag.split('-')
  return /^[a-z]{2}(?:-[a-z0-9]{2,8})*$/.test(tag) && inOneForm.includes(language) ? language : undefined
}

/** Of these, any regional variety is the one that there is. */
const inOneForm = ['de', 'en', 'es', 'fr', 'jp', 'ko', 'nl']

/** The nine languages as tags, and with the regions whose names people write: “Brazilian Portuguese”, “US English”. */
const tags =
  'de de-DE de-AT de-CH en en-GB en-US en-AU en-CA en-IN en-IE es es-ES es-MX es-419 es-AR fr fr-FR fr-CA fr-CH fr-BE ja ja-JP ko ko-KR nl nl-NL nl-BE pt pt-BR zh zh-CN zh-Hans zh-Hans-CN'.split(
    ' ',
  )
const writtenIn = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'nl', 'pt-BR', 'zh-Hans']

/** “US English”, “English (United States)” and “English (US)”. */
const ways = [
  { languageDisplay: 'dialect' },
  { languageDisplay: 'standard' },
  { languageDisplay: 'standard', style: 'short' },
] as const

let known: Map<string, string> | undefined

function named(text: string): string | undefined {
  known ??= new Map(
    writtenIn.flatMap((language) =>
      ways.flatMap((way) => {
        const names = new Intl.DisplayNames([language], { type: 'language', ...way })
        return tags.map((tag) => [plain(names.of(tag) ?? tag), codeOf(tag.toLowerCase()) ?? tag] as const)
      }),
    ),
  )
  return known.get(plain(text))
}

/** Without case, accents, brackets and blanks: “Portugues Brasil” is “português (Brasil)”. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
