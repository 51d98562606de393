import pg from 'pg'

/** Runs `work` with one connection, and closes it. */
export async function withClient<Result>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(settings)
  // The statement that is under way reports it as well.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
