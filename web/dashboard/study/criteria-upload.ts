import { readFileText } from '../ui/file-text.ts'
import { criterionColumns } from './criterion-columns.ts'
import { words } from './words.ts'

/** Bytes of UTF-8, in which the file is sent. */
const mostBytes = 900_000

/** `encoding`: the one that was assumed. */
export type CriteriaUpload = {
  readonly csv: string
  readonly columns: readonly string[]
  readonly encoding?: string
}

/** The text of a file of criteria with its columns, or why it can't be used. */
export async function readUpload(file: Blob): Promise<CriteriaUpload | { readonly problem: string }> {
  const { tooLarge, wrongColumns } = words.criteria
  // UTF-16 takes two bytes for a letter.
  if (file.size > 2 * mostBytes) return { problem: tooLarge }
  const read = await readFileText(new Uint8Array(await file.arrayBuffer()))
  if ('problem' in read) return read
  if (new TextEncoder().encode(read.text).length > mostBytes) return { problem: tooLarge }
  const columns = criterionColumns(read.text)
  if (columns.length === 0) return { problem: wrongColumns }
  return { csv: read.text, columns, ...(read.encoding && { encoding: read.encoding }) }
}
