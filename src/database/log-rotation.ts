import { copyFile, rename, stat, truncate } from 'node:fs/promises'

/**
 * Empties a log that has grown beyond `bytes`, after a copy to `FILE.1`; earlier copies move on, up to `FILE.4`. The
 * program that writes keeps its descriptor, which must append. Lines between copying and emptying are lost.
 */
export async function rotateLog(file: string, bytes = 10_000_000, copies = 4): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found || found.size < bytes) return
  for (let number = copies; number > 1; number -= 1)
    await rename(`${file}.${number - 1}`, `${file}.${number}`).catch(() => {})
  try {
    await copyFile(file, `${file}.1`)
  } catch (error) {
    // A disk that has no room for the copy needs the room of the log.
    if (found.size < 2 * bytes) throw error
  }
  await truncate(file)
}
