import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of our own that answers questions, one after the other. */
export type Child = {
  ask: <Answer>(question: unknown) => Promise<Answer>
  pid: number
  stop: () => Promise<void>
}

/** Starts one of the bench's programs. It ends with this process. */
export function startChild(file: string, args: readonly string[] = []): Child {
  const child = fork(file, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} has ended (${code})`)
  })
  ended.catch(() => {})
  return {
    pid: child.pid as number,
    async ask<Answer>(question: unknown) {
      child.send(question as object)
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Reply<Answer>]
      if ('failure' in answer) throw new Error(answer.failure)
      return answer.answer
    },
    async stop() {
      child.disconnect()
      await ended.catch(() => {})
    },
  }
}

type Reply<Answer> = { answer: Answer } | { failure: string }

/** What such a program does: answers each question until its starter has gone. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (found) => process.send?.({ answer: found }),
      (error: unknown) => process.send?.({ failure: String(error instanceof Error ? error.stack : error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
