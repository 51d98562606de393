import { Counter, Gauge, type Registry } from 'prom-client'

export type Refusal = { requestClass: number; reason: string }
export type AdmissionReadings = { limit: number; inFlight: number; waiting: number }

export function createAdmissionMetrics(registers: Registry[]) {
  const refused = new Counter({
    name: 'timbre_admission_refused_total',
    help: 'Requests refused because of overload, before anything was done for them',
    labelNames: ['class', 'reason'] as const,
    registers,
  })
  for (const one of ['1', '2', '3', '4'])
    for (const reason of ['queue', 'waited']) refused.inc({ class: one, reason }, 0)
  return {
    observeRefusal: ({ requestClass, reason }: Refusal) =>
      refused.inc({ class: String(requestClass), reason }),
    watchAdmission(read: () => AdmissionReadings) {
      const add = (name: string, help: string, of: (readings: AdmissionReadings) => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(of(read()))
          },
        })
      add('timbre_admission_limit', 'Requests that may be in flight at once', ({ limit }) => limit)
      add('timbre_admission_in_flight', 'Requests that have a place', ({ inFlight }) => inFlight)
      add('timbre_admission_waiting', 'Requests that wait for a place', ({ waiting }) => waiting)
    },
  }
}
