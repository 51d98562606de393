import { type CallAnswer, type Request, type Route, respond } from './call.ts'
import { nextCursor } from './next-cursor.ts'

/** Like `call`, for one page of a list, with the cursor of the next page; undefined on the last one. */
export async function callForPage<R extends Route>(
  route: R,
  request: Request<R>,
  cursorParameter: 'after' | 'afterEntry',
): Promise<{ answer: CallAnswer<R>; next: string | undefined }> {
  const response = await respond(route, request)
  const next = nextCursor(response.headers.get('link') ?? '', cursorParameter)
  return { answer: await response.json(), next }
}
