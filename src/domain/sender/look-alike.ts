import { domainToUnicode } from 'node:url'

/**
 * Whether a domain (in ASCII) is one of these, is below another one's imitation, or looks like one of them: people would take its
 * emails for those of the service. Letters of several scripts in one word are refused altogether.
 */
export function isDeceptive(domain: string, own: readonly string[]): boolean {
  const shown = domainToUnicode(domain)
  if (shown.split('.').some(mixesScripts)) return true
  const look = skeletonOf(shown)
  return own.some((one) => {
    const model = skeletonOf(domainToUnicode(one))
    const isBelow = domain.endsWith(`.${one}`)
    return look === model || look.startsWith(`${model}.`) || (look.endsWith(`.${model}`) && !isBelow)
  })
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Thai',
  'Devanagari',
  'Cherokee',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/** Japanese, Korean and Chinese names have Latin letters in them; no other ones do. */
function mixesScripts(label: string): boolean {
  return scripts.filter((script) => script.test(label)).length > 1
}

/** What a text looks like: the same for texts that people confuse. A part of the table of UTS 39. */
function skeletonOf(text: string): string {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
  const latin = Array.from(plain, (letter) => likeLatin[letter] ?? letter).join('')
  return latin.replace(/rn/g, 'm').replace(/vv/g, 'w').replace(/cl/g, 'd').replaceAll('-', '')
}

const likeLatin: Readonly<Record<string, string>> = {
  ...{
    '0': 'o',
    '1': 'l',
    i: 'l',
    ı: 'l',
    '3': 'e',
    '5': 's',
    ø: 'o',
    đ: 'd',
    ł: 'l',
    ħ: 'h',
    ŧ: 't',
    ʟ: 'l',
  },
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    у: 'y',
    х: 'x',
    ѕ: 's',
    і: 'l',
    ј: 'j',
    ԁ: 'd',
    һ: 'h',
    ӏ: 'l',
  },
  ...{ м: 'm', т: 't', в: 'b', н: 'h', к: 'k', г: 'r', ԛ: 'q', ԝ: 'w', ь: 'b', п: 'n', и: 'u' },
  ...{
    α: 'a',
    ο: 'o',
    ρ: 'p',
    ν: 'v',
    τ: 't',
    ι: 'l',
    κ: 'k',
    υ: 'u',
    χ: 'x',
    ε: 'e',
    μ: 'u',
    η: 'n',
    ω: 'w',
  },
  ...{ ա: 'w', օ: 'o', ս: 'u', հ: 'h', ց: 'g', ո: 'n' },
}
