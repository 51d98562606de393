/** The part of pino that workers use. Log ids, hosts, codes and statuses only: no address, link, text, body or secret. */
export type WorkerLog = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>
