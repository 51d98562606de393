import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import { answerQuestions } from '../child.ts'
import { requirePackage } from '../packages.ts'

// Otherwise it says on the error stream that it takes this for production.
process.env.GRAPHILE_ENV = 'production'

/** PostGraphile on the service's tables, without authorization. Asked for a database, it answers its port. */
answerQuestions(async (connection: pg.ClientConfig) => {
  const { user, password, host, port, database } = connection
  const address = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const { postgraphile } = requirePackage<Library>('postgraphile')
  const { PostGraphileAmberPreset } = requirePackage<Preset>('postgraphile/presets/amber')
  const { makePgService } = requirePackage<Adaptor>('postgraphile/adaptors/pg')
  const { grafserv } = requirePackage<{ grafserv: unknown }>('postgraphile/grafserv/node')
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    plugins: [onlyProfiles],
    pgServices: [makePgService({ connectionString: address, schemas: ['public'] })],
    grafserv: { graphiql: false, watch: false },
  })
  const server = createServer()
  await instance.createServ(grafserv).addTo(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
})

/**
 * It sees one table. Of all of them it can't make a schema: it gives two foreign keys one name, and `name_word` and
 * `name_words` too.
 */
const onlyProfiles = {
  name: 'OnlyProfiles',
  version: '1.0.0',
  gather: {
    hooks: {
      pgIntrospection_introspection(_info: unknown, event: Introspection) {
        const { introspection } = event
        introspection.classes = introspection.classes.filter(({ relname }) => relname === 'profile')
      },
    },
  },
}

/** What is used of the package, which the project's type check doesn't see. */
type Library = {
  postgraphile: (preset: object) => {
    createServ: (grafserv: unknown) => { addTo: (server: Server) => Promise<void> }
  }
}
type Introspection = { introspection: { classes: { relname: string }[] } }
type Preset = { PostGraphileAmberPreset: object }
type Adaptor = { makePgService: (options: { connectionString: string; schemas: string[] }) => object }
