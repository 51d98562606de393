import { answerQuestions } from '../child.ts'
import { type HttpLoad, runHttpLoad } from './http-load.ts'
import { runStatementLoad, type StatementLoad } from './statement-load.ts'

/** The load generator: a process of its own, so that it takes no time of what it measures. */
export type LoadQuestion = { milliseconds: number } & ({ http: HttpLoad } | { statements: StatementLoad })

answerQuestions((question: LoadQuestion) =>
  'http' in question
    ? runHttpLoad(question.http, question.milliseconds)
    : runStatementLoad(question.statements, question.milliseconds),
)
