/**
 * The columns of a file that a criterion has to describe: all but the first. Empty if the first line can't be that of such
 * a file; the service checks everything else.
 */
export function criterionColumns(csv: string): string[] {
  const [head = ''] = csv.replace(/^\uFEFF/, '').split(/[\r\n]/, 1)
  const separator = [';', '\t'].find((sign) => head.split(sign).length > head.split(',').length) ?? ','
  const [first = '', ...names] = head.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
  const isKey = ['externalid', 'email', 'profileid'].includes(first.toLowerCase())
  return isKey && names.length <= 3 ? names : []
}
