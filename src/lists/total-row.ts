/** Whether a row is a sum below a list, such as “Total;200;;”: such a word with a number, and nothing else. */
export function isTotal(cells: readonly string[]): boolean {
  const parts = cells
    .flatMap((cell) => cell.split(/[:：=]/))
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const others = parts.filter((part) => !isAmount(part))
  const [only] = others
  return others.length === 1 && parts.length > 1 && only !== undefined && isWordOfTotals(only)
}

/** “0151 2345678” is the number of someone called Som, and no amount begins so. */
function isAmount(text: string): boolean {
  return /^[\d.,'’\s]+%?$/.test(text) && /\d/.test(text) && !/^0\d/.test(text)
}

function isWordOfTotals(text: string): boolean {
  const plain = text
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
  return totals.has(plain)
}

/** In all languages of the pages, without accents and blanks. */
const totals = new Set(
  (
    'total totals grandtotal subtotal sum sums count totalcount totalrows totalpeople totalemployees ' +
    'summe gesamt gesamtsumme gesamtzahl insgesamt zwischensumme anzahl gesamtanzahl ' +
    'totales suma sumatotal totalgeneral totaux somme soustotal totalgeneral nombretotal ' +
    'totaal subtotaal eindtotaal som aantal totaalaantal totalgeral soma quantidade ' +
    '合計 総計 小計 計 合计 总计 小计 共计 합계 총계 소계 총합'
  ).split(' '),
)
