/** Rejects if the work takes longer. The work itself continues, and its result is dropped. */
export async function withTimeout<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
