/** What a cell says instead of nothing. People can be called “None”, so names and tags have fewer of these. */
export function isNothing(cell: string, field: string): boolean {
  const plain = cell.replace(/^[([<](.*)[)\]>]$/, '$1').trim()
  if (/^(?:[-–—.?/]*|#?n\/a)$/i.test(plain)) return true
  return ['email', 'phone', 'locale'].includes(field) && /^(?:na|none|null|nil|no|unknown)$/i.test(plain)
}

/** Without `mailto:`, and of “Lea Sand <lea@x.test>” what is in the brackets. */
export function addressIn(cell: string): string {
  const [, inside] = /<([^<>@]*@[^<>@]*)>$/.exec(cell) ?? []
  const address = (inside ?? cell).trim().replace(/[;,]$/, '')
  return /^mailto:/i.test(address) ? (address.slice(7).split('?')[0] ?? '').trim() : address
}

/** Whether the API reads it: it needs a country code. */
export function isWholeNumber(cell: string): boolean {
  const number = cell.replace(/[\s.\-/]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(number.replace('(0)', '').replace(/[()]/g, ''))
}

/** The API's code of a language from its code, its tag or its name in one of the nine. Others are passed on. */
export function localeOf(text: string): string {
  return codeOf(text) ?? named().get(plain(text)) ?? text
}

const codes: Readonly<Record<string, string>> = { ja: 'jp', pt: 'pt_BR', 'pt-br': 'pt_BR' }

function codeOf(text: string): string | undefined {
  const tag = text.toLowerCase().replaceAll('_', '-')
  if (/^zh(?:-cn|-hans(?:-cn)?)?$/.test(tag)) return 'zh_CN'
  if (tag === 'ja-jp') return 'jp'
  const [language = ''] = /^(?:de|en|es|fr|jp|ko|nl)(?=$|-[a-z0-9]{2,8}$)/.exec(tag) ?? []
  return codes[tag] ?? (language || undefined)
}

let names: Map<string, string> | undefined

function named(): ReadonlyMap<string, string> {
  const tags = ['de', 'en', 'es', 'fr', 'ja', 'ko', 'nl', 'pt', 'pt-BR', 'zh', 'zh-Hans']
  names ??= new Map(
    tags.flatMap((language) => {
      const own = new Intl.DisplayNames([language], { type: 'language' })
      return tags.map((tag) => [plain(own.of(tag) ?? tag), codeOf(tag) ?? tag] as const)
    }),
  )
  return names
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
