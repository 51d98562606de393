/** What is left of the rate limit: `remaining` now of `limit`, and one more in `resetSeconds`. */
export type Rate = { limit: number; remaining: number; resetSeconds: number }

export type Answer<T> = {
  data: T
  status: number
  headers: Headers
  requestId: string | undefined
  rate: Rate | undefined
}

/** A call that is under way. `withResponse` has its status, headers and what is left of the rate limit too. */
export type Call<T> = Promise<T> & { withResponse: () => Promise<Answer<T>> }

/** A call that starts when it is awaited, so that iterating may ask for something else. */
export type LazyCall<T> = PromiseLike<T> &
  Pick<Promise<T>, 'catch' | 'finally'> & { withResponse: () => Promise<Answer<T>> }

/** The first page when awaited, each item of all pages when iterated, and each page with `pages()`. */
export type List<Page, Item> = LazyCall<Page> &
  AsyncIterable<Item> & { pages: () => AsyncGenerator<Page, void, undefined> }
