/** Without characters that programs put into texts, where nobody sees them. */
export function visible(text: string): string {
  return text.replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
}

/**
 * The address in a cell: without `mailto:` and what may follow it, and of “Lea Sand <lea@x.test>” what is in the
 * brackets.
 */
export function addressIn(cell: string): string {
  const text = visible(cell).trim()
  const [, inside] = /<([^<>]*@[^<>@]*)>$/.exec(text) ?? []
  const address = (inside ?? text).trim().replace(/[;,]$/, '')
  return /^mailto:/i.test(address) ? (address.slice(7).split('?')[0] ?? '').trim() : address
}

export function isAddress(cell: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(addressIn(cell))
}

/** Whether a cell stands for an empty one, whatever its column: “-”, “n/a”. People can be called “None” or “Na”. */
export function isNothing(cell: string): boolean {
  return /^(?:[-–—.?/]*|#?n\/a)$/i.test(withoutBrackets(cell))
}

/** The same where a word can't be meant: in columns of addresses, numbers and languages. */
export function isNoValue(cell: string): boolean {
  return isNothing(cell) || nothing.has(withoutBrackets(cell).toLowerCase())
}

function withoutBrackets(cell: string): string {
  const text = cell.trim()
  return /^[([<].*[)\]>]$/.test(text) ? text.slice(1, -1).trim() : text
}

const nothing = new Set(
  (
    'na,n.a.,n. a.,none,null,nil,no,no email,unknown,missing,tbd,keine,keiner,kein,keine angabe,k.a.,k. a.,ohne,unbekannt,' +
    'ninguno,ninguna,sin correo,desconocido,aucun,aucune,néant,inconnu,geen,onbekend,nenhum,nenhuma,desconhecido,' +
    'なし,無し,未登録,不明,없음,미등록,无,無,没有,未知'
  ).split(','),
)
